#!/usr/bin/env python3
"""A web service for a test: prints its port, then each request as a line of JSON. It answers what its standard input
says, a line for each request: a status, and perhaps a header with its value; without a line it answers 200."""

import http.server
import json
import queue
import sys
import threading

ANSWERS: queue.Queue[str] = queue.Queue()


class Service(http.server.BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        print(json.dumps({"path": self.path, "body": body, "token": self.headers.get("authorization")}), flush=True)
        try:
            answer = ANSWERS.get_nowait().split()
        except queue.Empty:
            answer = ["200"]
        text = b'{"id": "remote-1"}'
        self.send_response(int(answer[0]))
        if len(answer) == 3:
            self.send_header(answer[1], answer[2])
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: object) -> None:
        pass


def read() -> None:
    for number, line in enumerate(sys.stdin):
        ANSWERS.put(line)
        print("noted", number, flush=True)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
print(server.server_port, flush=True)
threading.Thread(target=read, daemon=True).start()
server.serve_forever()
