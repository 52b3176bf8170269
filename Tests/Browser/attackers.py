"""What others try with a link: programs that load it, and pages of strangers that send its form or show it."""

import html
import http.server
import re
import threading
import urllib.error
import urllib.parse
import urllib.request

from bench import Bench, await_true
from looks import CALLS, NOBODY, expect, inspect
from phone import Phone


def load(url: str, agent: str) -> str:
    """Loads an address as a scanner of mails does."""
    request = urllib.request.Request(url, headers={"User-Agent": agent})
    with urllib.request.urlopen(request, timeout=30) as answer:
        # A stream of events does not end.
        return answer.readline().decode() if url.endswith("/events") else answer.read().decode()


def expect_nothing(bench: Bench, link: str, answers: int) -> None:
    """Nobody has answered: neither the page nor Ada is shown anything."""
    with Phone() as cleo:
        cleo.open(link)
        cleo.await_text(NOBODY)
        expect("cannot come" not in cleo.text("#facts"), "somebody has declined")
    expect("on the way" not in bench.signal("status"), "Ada is shown that somebody is on the way")
    expect(bench.answers() == answers, "an answer was taken")


def scanner(bench: Bench) -> None:
    """Twenty scanners load the link and everything on its page, and that acknowledges nothing."""
    links = bench.alarm()
    before = bench.answers()
    for number in range(20):
        page = load(links["ben"], f"scanner/{number}")
        expect(CALLS in page, "the page is not the alarm's")
        for address in re.findall(r'(?:href|src)="([^"]+)"', page):
            if not address.startswith("tel:"):
                load(urllib.parse.urljoin(links["ben"], html.unescape(address)), "scanner")
        for rest in ("/events", "?answer=on_my_way", "?answer=cannot", "?answer=all_right&sure=yes"):
            load(links["ben"] + rest, "scanner")
    expect_nothing(bench, links["cleo"], before)
    bench.attack(
        "20 scanners", "the link, everything on its page, its events, and the link with each answer, all by GET",
        f"{bench.answers() - before} answers taken; every page says that nobody is on the way", "nothing is answered",
        bench.answers() == before)


class Strangers:
    """A web server of somebody else, with the same pages for every host."""

    def __init__(self, pages: dict[str, str]) -> None:
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = ("<!doctype html><title>stranger</title>" + pages.get(self.path, "")).encode()
                self.send_response(200 if self.path in pages else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_) -> None:
                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self) -> "Strangers":
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()


def strangers(bench: Bench) -> None:
    """A form on a page of another origin is refused, and such a page can neither show an alarm nor read it."""
    links = bench.alarm()
    link = links["ben"]
    form = f'<form method="post" action="{link}"><button name="answer" value="on_my_way">A prize!</button></form>'
    pages = {
        "/form": form,
        "/silent": '<meta name="referrer" content="no-referrer">' + form,
        "/target": '<iframe name="unseen"></iframe>' + form.replace("<form", '<form target="unseen"'),
        "/frame": f'<iframe src="{link}" width="340" height="600"></iframe>',
        "/script": f"""<script>
            fetch("{link}", {{method: "POST", mode: "no-cors", body: new URLSearchParams({{answer: "on_my_way"}})}})
                .then(() => fetch("{link}")).then(answer => answer.text())
                .then(text => document.title = "read " + text, failure => document.title = "failed");
            </script>""",
    }
    before, forms = bench.answers(), bench.refusals()
    with Strangers(pages) as server, Phone() as ben:
        # The first is another site, and the second one differs only in its port.
        for host in ("evil.localhost", "127.0.0.1"):
            for page in ("/form", "/silent", "/target"):
                ben.open(f"http://{host}:{server.port}{page}")
                if page == "/target":
                    refused = bench.refusals()
                    ben.driver.find_element("tag name", "button").click()
                    await_true("the form in a frame is refused", lambda: bench.refusals() > refused)
                    continue
                ben.press("button")
                ben.await_text("This was not recorded")
                if (host, page) == ("evil.localhost", "/form"):
                    inspect(ben, "foreign")
            ben.complaints()
            ben.open(f"http://{host}:{server.port}/frame")
            complaints = " ".join(ben.complaints())
            expect("frame-ancestors" in complaints, f"the frame is not refused: {complaints}")
            ben.picture("frame")
            ben.driver.switch_to.frame(0)
            expect(CALLS not in ben.text(), "the alarm is shown in a frame")
            ben.open(f"http://{host}:{server.port}/script")
            ben.await_title("failed")
    expect_nothing(bench, links["cleo"], before)
    refused = bench.refusals() - forms
    bench.attack(
        "CSRF", "a form of another site and of another port: open, without a referrer, into a frame, and by a script",
        f"{refused} of 8 refused with 403, {bench.answers() - before} answers taken; no script could read the page",
        "all are refused, nothing is answered or read", refused == 8 and bench.answers() == before)
    bench.attack(
        "clickjacking", "the page in a frame of another site and of another port",
        "Chromium shows an empty frame, and names frame-ancestors as the reason", "no frame shows the page", True)
