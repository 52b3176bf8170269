"""A web service that answers what its standard input says, a line for each request: a status, and perhaps a header with
its value. It confirms each line with "noted" and its number."""

import http.server
import queue
import sys
import threading


class Answering(http.server.BaseHTTPRequestHandler):
    lines: queue.Queue[str] = queue.Queue()

    def answer(self, usual: str, body: bytes = b"") -> None:
        """Sends the next line's answer. Without a line, the status is `usual`."""
        try:
            usual = self.lines.get_nowait()
        except queue.Empty:
            pass
        self.send(usual, body)

    def send(self, answer: str, body: bytes = b"") -> None:
        status, *header = answer.split()
        self.send_response(int(status))
        if len(header) == 2:
            self.send_header(*header)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def serve(service: type[Answering], address: str = "{port}") -> None:
    """Serves on a free port, and first prints `address` with the port in it."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), service)
    print(address.format(port=server.server_port), flush=True)
    threading.Thread(target=read, args=[service], daemon=True).start()
    server.serve_forever()


def read(service: type[Answering]) -> None:
    for number, line in enumerate(sys.stdin):
        service.lines.put(line)
        print("noted", number, flush=True)
