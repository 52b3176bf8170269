#!/usr/bin/env python3
"""Writes the vectors of passes, one case per file, from Protocol/token-source.md section 5. No code of the
implementation is used. Run it after changing a case, and commit what it writes."""
import base64
import hashlib
import hmac
import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).parent / "passes"
SECRET = "desk-7-Jm2hQ0x4c9vT1bYk8sWd5nEr3uLa6pZf"
BODY = {"phone": "+4915112345678", "expires_at": "2026-01-31T08:16:30.000Z", "id": "Zq3v9Lw0pT7cX2mK8sNd"}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def mac(head, secret=SECRET):
    return hmac.new(secret.encode(), head.encode(), hashlib.sha256).digest()


def signed(head, secret=SECRET):
    return head + "." + base64url(mac(head, secret))


def passes():
    def p(name, about, value=None, refused=None, at="2026-01-31T08:15:30.000Z", began="2026-01-31T08:00:00.000Z",
          used=(), **members):
        body = {key: member for key, member in {**BODY, **members}.items() if member is not None}
        value = signed("ls1." + base64url(json.dumps(body).encode())) if value is None else value
        expect = {"refused": refused} if refused else {"phone": BODY["phone"], "id": body["id"]}
        members = {"secret": SECRET, "began": began, "at": at, "used": list(used), "value": value, "expect": expect}
        row = json.dumps({"name": name, "about": about, **members}, indent=2, ensure_ascii=True)
        (HERE / f"{name}.json").write_text(row + "\n")

    good = signed("ls1." + base64url(json.dumps(BODY).encode()))
    head, signature = good.rsplit(".", 1)
    p("good", "a pass with a minute left")
    p("blanks", "the number as people write it", phone="+49 0151 1234-5678")
    p("newest", "expires_at is 2 minutes ahead", at="2026-01-31T08:14:30.000Z")
    p("too-long", "expires_at is a millisecond more than 2 minutes ahead", refused="too_long",
      at="2026-01-31T08:14:29.999Z")
    p("last-moment", "a millisecond is left", at="2026-01-31T08:16:29.999Z")
    p("expired", "expires_at is now", refused="expired", at="2026-01-31T08:16:30.000Z")
    p("began-before", "made 2 minutes before its end, when the daemon started", began="2026-01-31T08:14:30.000Z")
    p("began-after", "it may have been used before the daemon started", refused="before_start",
      began="2026-01-31T08:14:30.001Z")
    p("used", "its id was used", refused="used", used=[BODY["id"]])
    p("id-shortest", "an id of 16 bytes", id="a" * 16)
    p("id-longest", "an id of 64 bytes", id="a" * 64)
    p("id-too-short", "an id of 15 bytes", refused="content", id="a" * 15)
    p("id-too-long", "an id of 65 bytes", refused="content", id="a" * 65)
    p("id-missing", "a member is missing", refused="content", id=None)
    p("member", "an unknown member", refused="content", uid=1000)
    p("time", "not a time", refused="content", expires_at="tomorrow")
    p("number", "not a number with its country's code", refused="number", phone="0151 12345678")
    p("body-array", "signed, but no object", signed("ls1." + base64url(b"[]")), refused="content")
    p("body-not-json", "signed, but not JSON", signed("ls1." + base64url(b"{")), refused="content")
    p("other-secret", "signed with another secret", signed(head, SECRET[::-1]), refused="signature")
    p("other-body", "the signature of another body", f"ls1.{base64url(b'{}')}.{signature}", refused="signature")
    p("body-alone", "the signature is not over the version", f"{head}.{base64url(mac(head[4:]))}", refused="signature")
    p("signature-cut", "a signature of 31 bytes", f"{head}.{base64url(mac(head)[:31])}", refused="signature")
    p("signature-empty", "no signature", f"{head}.", refused="signature")
    p("signature-padded", "base64url has no padding", good + "=", refused="form")
    p("version", "another version", signed("ls2" + head[3:]), refused="form")
    p("two-parts", "a part is missing", head, refused="form")
    p("four-parts", "a part too many", good + ".x", refused="form")
    p("empty", "nothing", "", refused="form")


shutil.rmtree(HERE, ignore_errors=True)
HERE.mkdir()
passes()
print(sum(1 for _ in HERE.glob("*.json")), "vectors")
