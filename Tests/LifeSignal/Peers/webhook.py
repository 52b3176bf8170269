#!/usr/bin/env python3
"""A web service for a test: prints its port, then each request as a line of JSON. It answers what its standard input
says (answering.py); without a line it answers 200."""

import sys

sys.dont_write_bytecode = True

import json

from answering import Answering, serve


class Service(Answering):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        print(json.dumps({"path": self.path, "body": body, "token": self.headers.get("authorization")}), flush=True)
        self.answer("200", b'{"id": "remote-1"}')


serve(Service)
