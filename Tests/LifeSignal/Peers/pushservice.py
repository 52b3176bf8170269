"""A browser and its push service for a test. Prints the browser's address, then each message as a line of JSON: what
the service sees, and what only the browser can read. It answers what its standard input says (answering.py); without a
line it answers 201. A request that RFC 8292 does not allow is answered with 403, and printed with its fault."""

import base64
import json
import os
import time

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from answering import Answering, serve

CURVE = ec.SECP256R1()
KEY = ec.generate_private_key(CURVE)
SECRET = os.urandom(16)
POINT = KEY.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(encoded: str) -> bytes:
    return base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))


def derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


def decrypted(body: bytes) -> bytes:
    """What the browser reads (RFC 8291 section 3.4, RFC 8188 section 2)."""
    salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
    sender, record = body[21:21 + length], body[21 + length:]
    assert len(body) <= size, "more than one record"
    shared = KEY.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
    first = derived(SECRET, shared, b"WebPush: info\0" + POINT + sender, 32)
    key = derived(salt, first, b"Content-Encoding: aes128gcm\0", 16)
    padded = AESGCM(key).decrypt(derived(salt, first, b"Content-Encoding: nonce\0", 12), record, None)
    assert padded.rstrip(b"\0").endswith(b"\2"), "not the last record"
    return padded.rstrip(b"\0")[:-1]


def claims(authorization: str, origin: str) -> dict:
    """The claims of a sender (RFC 8292), whose signature must be that of its key."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid", "another scheme"
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = fields["t"].split(".")
    assert json.loads(data(head)) == {"typ": "JWT", "alg": "ES256"}, "another algorithm"
    numbers = [int.from_bytes(data(signature)[start:start + 32]) for start in (0, 32)]
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data(fields["k"]))
    key.verify(encode_dss_signature(*numbers), f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(data(body))
    assert said["aud"] == origin, "for another service"
    assert 0 < said["exp"] - time.time() <= 86_400, "over, or for more than a day"
    return {"key": fields["k"], "contact": said["sub"]}


class Service(Answering):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            seen = claims(self.headers["authorization"], f"http://{self.headers['host']}")
            assert self.headers["content-encoding"] == "aes128gcm", "not encrypted"
            message = json.loads(decrypted(body))
        except Exception as failure:
            print(json.dumps({"fault": repr(failure)}), flush=True)
            return self.send("403")
        fields = {name: self.headers[name] for name in ("ttl", "urgency", "topic") if name in self.headers}
        print(json.dumps(seen | fields | {"path": self.path, "size": len(body), "message": message}), flush=True)
        self.answer("201")


serve(Service, f"http://127.0.0.1:{{port}}/push-canary {text(POINT)} {text(SECRET)}")
