"""A phone with a browser, which visits LifeSignal's page by its name, over TLS, as the machine's authorities have it.

phone.py add FILE    adds itself with the code that `seam signal phone add --json` has printed
phone.py check-in    presses "I am all right"
"""

import json
import pathlib
import re
import ssl
import sys
import urllib.parse
import urllib.request

COOKIE = pathlib.Path("/test/cookie")
SITE = "https://alarm.example.org"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """The answer that leads to another page has the cookie."""

    def redirect_request(self, *_):
        return None


def visit(url: str, form: dict[str, str] | None = None) -> tuple[str, str]:
    """Loads a page, or posts its form. Returns the page and the cookie that comes with it."""
    fields = {"User-Agent": "Mozilla/5.0 (iPhone; CPU)", "Sec-Fetch-Site": "same-origin"}
    if COOKIE.exists():
        fields["Cookie"] = COOKIE.read_text()
    data = urllib.parse.urlencode(form).encode() if form else None
    opener = urllib.request.build_opener(
        NoRedirect, urllib.request.HTTPSHandler(context=ssl.create_default_context()))
    try:
        answer = opener.open(urllib.request.Request(url, data, fields), timeout=20)
    except urllib.error.HTTPError as other:
        answer = other
    found = re.match(r"(__Host-device=[\w-]+);", answer.headers.get("Set-Cookie", ""))
    return answer.read().decode(), found[1] if found else ""


def main() -> int:
    if sys.argv[1] == "add":
        shown = json.loads(pathlib.Path(sys.argv[2]).read_text().splitlines()[0])["data"]
        page, _ = visit(shown["url"])
        assert "Add this phone?" in page, page
        _, cookie = visit(shown["url"], {"do": "add"})
        assert cookie, "the phone is not added"
        COOKIE.write_text(cookie)
        COOKIE.chmod(0o600)
        return 0
    page, _ = visit(SITE, {"do": "check_in"})
    assert "Thank you. You have checked in." in page, page
    return 0


sys.exit(main())
