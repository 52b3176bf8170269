"""LifeSignal's daemons for the browser: Ada, whose responders Ben and Cleo get links, and a clock moved by hand."""

import email
import json
import os
import pathlib
import pwd
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: How long a daemon or a message may take, in seconds.
PATIENCE = 30.0
NUMBERS = {"ada": "+4915112345678", "ben": "+34600112233", "cleo": "+33612345678"}
NAMES = {"ada": ("Ada", "Moreno"), "ben": ("Ben", "Quux"), "cleo": ("Cleo", "Dupont-Lefebvre")}


def await_true(what: str, holds, patience: float = PATIENCE):
    """Waits until `holds()` answers something true, and returns it."""
    end = time.monotonic() + patience
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {patience:.0f} s")
        time.sleep(0.02)
    return found


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Bench:
    """The daemons, in a directory of their own. To be used in a `with`, which ends them."""

    def __init__(self, programs: pathlib.Path) -> None:
        self.programs = programs
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="seam-browser."))
        self.running: dict[str, subprocess.Popen] = {}
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.url = f"http://{self.host}"
        #: What attackers have tried: the attack, what was sent, what happened, what should, and whether it did.
        self.attacks: list[tuple[str, str, str, str, bool]] = []
        self.mails: list[str] = []
        self.pushed: list[str] = []
        #: The address of a browser, whose push service is played.
        self.browser = ""
        self.watch = threading.Event()
        self.over = threading.Event()
        self.environment = {
            **os.environ, "LC_ALL": "C.UTF-8", "LIFESIGNAL_SOCKET": f"{self.home}/people",
            "LIFESIGNAL_ADMIN_SOCKET": f"{self.home}/admin",
        }

    def __enter__(self) -> "Bench":
        try:
            self._start_push_service()
            self._configure(self._start_mailbox())
            self.start_missing()
            self._people()
            self.watch.set()
            threading.Thread(target=self._tick, daemon=True).start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_) -> None:
        self.over.set()
        for name in list(self.running):
            self.stop(name)
        shutil.rmtree(self.home)

    def _start_mailbox(self) -> str:
        """Starts a mail server, and returns its port."""
        program = ROOT / "Tests/LifeSignal/Peers/mailbox.py"
        box = self.running["mailbox"] = subprocess.Popen(
            [sys.executable, program], stdout=subprocess.PIPE, text=True, errors="replace")
        port = box.stdout.readline().strip()
        threading.Thread(target=lambda: self.mails.extend(iter(box.stdout.readline, "")), daemon=True).start()
        return port

    def _start_push_service(self) -> None:
        """Starts a push service for one browser. It has a Python of its own, with cryptography."""
        command = [ROOT / ".build/python/push/bin/python", "-B", ROOT / "Tests/LifeSignal/Peers/pushservice.py"]
        service = self.running["push service"] = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.browser = service.stdout.readline().strip()
        threading.Thread(target=lambda: self.pushed.extend(iter(service.stdout.readline, "")), daemon=True).start()

    def await_pushed(self, kind: str) -> dict:
        """The next message of this kind that the push service has got, as its browser reads it."""
        def message():
            while self.pushed:
                found = json.loads(self.pushed.pop(0))
                if found["message"]["kind"] == kind:
                    return found["message"]
            return None

        return await_true(f"a pushed {kind}", message)

    def _configure(self, mail_port: str) -> None:
        home, me = self.home, pwd.getpwuid(os.getuid()).pw_name
        self._run(self.programs / "lifesignald", "--new-machine-key", home / "key")
        self._run(self.programs / "lifesignal-sender", "--new-push-key", home / "push-key")
        senders = home / "senders"
        senders.mkdir(mode=0o755)
        for name, text in {
            "text": f'#!/bin/sh\nprintf "%s\\n" "$(cat)" >>"{home}/messages"\n',
            "sendmail": f'#!/bin/sh\nexec /usr/bin/msmtp -C "{home}/msmtprc" "$@"\n',
        }.items():
            (senders / name).write_text(text)
            (senders / name).chmod(0o755)
        (home / "msmtprc").write_text(f"host 127.0.0.1\nport {mail_port}\ntls off\nauth off\n")
        (home / "msmtprc").chmod(0o600)
        (home / "messages").touch()
        self._write("lifesignald", {
            "socket": f"{home}/people", "admin_socket": f"{home}/admin", "store": f"{home}/store",
            "machine_key": f"{home}/key", "web": {"url": self.url},
            "allow": {"web": {"users": [me]}, "sender": {"users": [me]}}})
        self._write("lifesignal-sender", {
            "lifesignal": f"{home}/lifesignal-sender.sock", "programs": str(senders), "own_programs": True,
            "channels": [
                {"name": "text", "kind": "program", "program": "text"},
                {"name": "mail", "kind": "mail", "from": "life@example.org", "sendmail": f"{senders}/sendmail"},
                {"name": "phone", "kind": "push", "key_file": f"{home}/push-key", "contact": "ops@example.org",
                 "services": [self.browser.rpartition("/")[0]]}]})
        self._write("lifesignal-web", {
            "listen": self.host, "url": self.url, "socket": f"{home}/lifesignal-web.sock"})

    def _write(self, name: str, configuration: dict) -> None:
        (self.home / f"{name}.json").write_text(json.dumps(configuration))

    def _run(self, *command, text: str = "") -> str:
        done = subprocess.run(
            [str(part) for part in command], input=text, env=self.environment, capture_output=True, text=True,
            timeout=PATIENCE)
        if done.returncode:
            raise AssertionError(f"{command[1:]} ended with {done.returncode}: {done.stderr}")
        return done.stdout

    def start_missing(self) -> None:
        """Starts the daemons that do not run."""
        for name in ("lifesignald", "lifesignal-sender", "lifesignal-web"):
            if name not in self.running:
                self.start(name)

    def start(self, name: str) -> None:
        """Starts a daemon, and waits until it is ready."""
        clock = ["--virtual-clock", f"{self.home}/clock"] if name == "lifesignald" else []
        # As many open files as its unit allows.
        within = ["/usr/bin/prlimit", "--nofile=4096:4096"] if name == "lifesignal-web" else []
        log = self.home / f"{name}.log"
        length = len(log.read_text()) if log.exists() else 0
        with log.open("a") as errors:
            self.running[name] = subprocess.Popen(
                [*within, self.programs / name, *clock, "--config", self.home / f"{name}.json"], stderr=errors,
                env=self.environment)

        def is_ready() -> bool:
            if self.running[name].poll() is not None:
                raise AssertionError(f"{name} does not start: {log.read_text()}")
            return " ready" in log.read_text()[length:]

        await_true(f"{name} is ready", is_ready)

    def stop(self, name: str) -> None:
        """Ends a daemon."""
        process = self.running.pop(name)
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def advance(self, seconds: float) -> None:
        """Moves the daemon's clock. Everything that becomes due has then happened."""
        with socket.socket(socket.AF_UNIX) as clock:
            clock.settimeout(PATIENCE)
            clock.connect(f"{self.home}/clock")
            clock.sendall(json.dumps({"advance_ms": int(seconds * 1000)}).encode() + b"\n")
            clock.makefile().readline()

    def _tick(self) -> None:
        """Lets the daemon look at its deadlines again and again, as a clock does. Otherwise, it reports after a while
        that it does not watch them. `watch` can be cleared for that."""
        while not self.over.wait(1):
            if self.watch.is_set() and "lifesignald" in self.running:
                try:
                    self.advance(0)
                except (OSError, ValueError):
                    # The daemon is being stopped or started.
                    continue

    def signal(self, *arguments: str, session: str = "ada", text: str = "") -> str:
        """Runs `seam signal` as somebody, and returns what it prints."""
        return self._run(self.programs / "seam", "signal", *arguments, "--session", session, text=text)

    def texts(self) -> list[dict]:
        """All messages so far of the channel `text`."""
        return [json.loads(line) for line in (self.home / "messages").read_text().splitlines()]

    def _people(self) -> None:
        for name, number in NUMBERS.items():
            self.signal("sign-in", number, session=name)
            said = self._run(self.programs / "seam", "signal", "code", "--json", number)
            self.signal("verify", session=name, text=json.loads(said)["codes"][0]["code"] + "\n")
            first, last = NAMES[name]
            self.signal("me", "--first-name", first, "--last-name", last, session=name)
        for name in ("ben", "cleo"):
            self.add_address(name, "text", NUMBERS[name])
            code = json.loads(self.signal("qr", "--json", session=name))["code"]
            self.signal("add", "--responder", text=code + "\n")
            self.signal("accept", "Ada", session=name)

    def add_address(self, name: str, channel: str, address: str) -> None:
        """Adds an address of somebody, with the code that is sent there."""
        (seen, mailed) = (len(self.texts()), len(self.mails))
        self.signal("reach", "add", channel, address, session=name)

        def code():
            texts = [message.get("text", "") for message in self.texts()[seen:]]
            lines = texts if channel == "text" else [line for line in self.mails[mailed:] if "code" in line]
            return next((found[0] for line in lines if (found := re.search(r"\b[0-9]{6}\b", line))), None)

        self.signal("reach", "verify", session=name, text=await_true("a code", code) + "\n")

    def alarm(self) -> dict[str, str]:
        """Ada calls for help. Returns the links of Ben and Cleo."""
        seen = len(self.texts())
        self.signal("sos")
        return self.links(seen)

    def end_alarm(self) -> None:
        """Ada ends her alarm, if somebody else has not."""
        if json.loads(self.signal("status", "--json").splitlines()[0]).get("alert"):
            self.signal("cancel")

    def answers(self) -> int:
        """How many answers the pages have passed on so far."""
        return self._logged("page=answer", "status=200")

    def refusals(self) -> int:
        """How many forms the pages have refused so far, because they came from strangers."""
        return self._logged("page=refused", "status=403")

    def _logged(self, *words: str) -> int:
        return sum(all(word in line for word in words) for line in self.log("lifesignal-web").splitlines())

    def log(self, name: str) -> str:
        """The log of a daemon so far."""
        return (self.home / f"{name}.log").read_text()

    def attack(self, attack: str, sent: str, happened: str, due: str, holds: object) -> None:
        """Notes an attack in the table. If what happened is not what should, the story fails."""
        self.attacks.append((attack, sent, happened, due, bool(holds)))
        if not holds:
            raise AssertionError(f"{attack}: {happened}; due is: {due}")

    def attack_table(self) -> str:
        """All attacks so far, as a table in Markdown."""
        rows = [(*row, "yes" if holds else "NO") for *row, holds in self.attacks]
        head = ("attack", "what was sent", "what happened", "what is due", "as it should be")
        return "\n".join("| " + " | ".join(row) + " |" for row in [head, ("---",) * len(head), *rows])

    def expect_silent_logs(self) -> None:
        """The log of the pages has no token, no name and no number."""
        log = self.log("lifesignal-web")
        tokens = [message["link"].split("/")[-1] for message in self.texts() if message.get("link")]
        found = [secret for secret in (*tokens, "/a/", "Ada", "Moreno", *NUMBERS.values()) if secret in log]
        if found:
            raise AssertionError(f"the log of lifesignal-web has {len(found)} secrets of {len(tokens)} links")

    def links(self, seen: int) -> dict[str, str]:
        """The links of Ben and Cleo in the messages after the first `seen`."""
        def found():
            links = {message["address"]: message["link"] for message in self.texts()[seen:] if message.get("link")}
            return {name: links[NUMBERS[name]] for name in ("ben", "cleo") if NUMBERS[name] in links}

        return await_true("the links", lambda: len(found()) == 2 and found())

    def mail_page(self, seen: int) -> str:
        """The first mail with markup after the first `seen` lines, as its reader sees it: the markup."""
        def mail():
            lines = self.mails[seen:]
            ends = [at for at, line in enumerate(lines) if re.fullmatch(r"--=_.*--\n", line)]
            return ends and "".join(lines[2:ends[0] + 1])

        parts = email.message_from_string(await_true("a mail with markup", mail)).walk()
        return next(part for part in parts if part.get_content_type() == "text/html").get_payload(decode=True).decode()
