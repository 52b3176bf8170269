"""Passes TCP connections on, from 127.0.0.1:PORT (0: any) to 127.0.0.1:TARGET. Killed, it takes all of them with it: to
the one side it is as if the other had gone."""
import socket
import sys
import threading


def pump(source, sink):
    try:
        while data := source.recv(65536):
            sink.sendall(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("ready", listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    try:
        target = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
    except OSError:
        client.close()
        continue
    for ends in ((client, target), (target, client)):
        threading.Thread(target=pump, args=ends, daemon=True).start()
