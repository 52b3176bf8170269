"""One user's share of many random operations, and the check that nothing of anybody else's comes back.

    canaries.py   reads its plan, one line of JSON, then lines `settle`, `compare`, `erase`; answers each with a line of
                  JSON

Whatever belongs to one session of one user carries that session's mark, zq and 14 characters. A line that arrives may
hold the mark of the session that its call is about, or those of all of the user's where it lists them. All lines go to
files below `record`.

    plan: socket, record, seed, operations, connections, uid, mark, intents, foreign{credentials[], sessions[]},
          sessions{name: {mark, tokens[], tails[], credentials[], revealed[]}}
"""

import collections
import dataclasses
import json
import random
import re
import socket
import sys
import threading
import traceback

MARK = re.compile(rb"zq[a-z0-9]{14}")
TAIL = re.compile("(?:seam_cst…|•••• )([A-Za-z0-9_-]{4})".encode())
ATTEMPT = re.compile(rb"(?:attempt|reveal)_[A-Za-z0-9_-]{20}")
# The parts that differ between two otherwise equal answers.
NUMBER = re.compile(rb'"id":\d+,|"trace":"[^"]*"')
# Reasons that depend on the state of the session and not on the call.
STATES = {
    "seam.initialization_required",
    "seam.activation_required",
    "seam.deactivation_in_progress",
    "seam.offline_grace_expired",
}
# Reasons that a program with only these calls must never get.
NEVER = {
    "rpc.internal",
    "rpc.invalid_params",
    "rpc.invalid_call",
    "rpc.unknown_method",
    "rpc.method_not_permitted",
    "rpc.quota_exceeded",
    "store.unavailable",
    "stream.slow_consumer",
    # Both users and all sessions use the same idempotency keys, but each of them for its own intent.
    "idem.mismatch",
    "idem.unknown",
}


@dataclasses.dataclass
class Call:
    method: str
    params: dict
    session: str | None = None  # nil: about all of the user's sessions
    idem: str | None = None
    is_open: bool = False  # a stream that goes on while others are called
    sent: str | None = None  # what the answer may repeat and another one need not
    items: int = 0
    answer: bytes | None = None
    reply: dict | None = None

    def comparable(self) -> bytes:
        line = NUMBER.sub(b"", self.answer or b"")
        return line.replace(json.dumps(self.sent).encode(), b'"SENT"') if self.sent else line


class Findings:
    """What all connections of the user have seen."""

    def __init__(self, plan: dict) -> None:
        self.plan = plan
        self.lock = threading.Lock()
        self.problems: list[str] = []
        self.attempts: dict[str, str] = {}
        self.operations: collections.Counter = collections.Counter()
        self.answers: collections.Counter = collections.Counter()
        self.bytes = 0
        self.lines = 0
        self.compared = 0
        # The answers to calls about ids that nobody has, by method.
        self.nobodys: collections.defaultdict = collections.defaultdict(set)
        own = plan["sessions"]
        self.marks = {name: session["mark"].encode() for name, session in own.items()}
        self.tails = {name: {tail.encode() for tail in session["tails"]} for name, session in own.items()}
        self.all_marks = {*self.marks.values(), plan["mark"].encode()}
        self.all_tails = set().union(*self.tails.values())

    def problem(self, text: str) -> None:
        with self.lock:
            self.problems.append(text[:600])

    def look(self, line: bytes, call: Call | None) -> None:
        """Nothing in the line is of another session than the call's."""
        marks, tails = self.all_marks, self.all_tails
        if call is not None and call.session is not None:
            marks = {self.marks.get(call.session, b""), self.plan["mark"].encode()}
            tails = self.tails.get(call.session, set())
        foreign = set(MARK.findall(line)) - marks or set(TAIL.findall(line)) - tails
        about = f"{call.method} {call.params}" if call else "no call"
        if foreign:
            self.problem(f"{about}: {foreign} in {line!r}")
        with self.lock:
            self.lines += 1
            self.bytes += len(line)
            for name in set(ATTEMPT.findall(line)):
                session = call.session if call else None
                if session is None or self.attempts.setdefault(name.decode(), session) != session:
                    self.problems.append(f"{about}: the attempt {name!r} is of {self.attempts.get(name.decode())}")

    def look_at_rows(self, message: dict, call: Call) -> None:
        """Entries of the journal say whose they are."""
        data = message.get("data") or {}
        for row in message.get("result", {}).get("attempts", []) + ([data] if "uid" in data else []):
            if row["uid"] != self.plan["uid"] or row["session"] != call.session:
                self.problem(f"{call.method} {call.params}: {row}")


class Connection:
    def __init__(self, findings: Findings, number: int) -> None:
        self.findings = findings
        self.plan = findings.plan
        self.random = random.Random(f"{self.plan['seed']} {self.plan['uid']} {number}")
        self.record = open(f"{self.plan['record']}/{number}", "wb")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(60)
        self.socket.connect(self.plan["socket"])
        self.input = self.socket.makefile("rb", 262_144)
        self.last = 0
        self.calls: dict[int, Call] = {}
        self.write({"type": "hello", "proto": [1], "client": {"name": self.plan["mark"], "version": "1"}})

    def write(self, *messages: dict) -> None:
        self.socket.sendall(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    # One after the other

    def read(self) -> None:
        """Takes one message."""
        line = self.input.readline()
        if not line:
            raise ConnectionError("the daemon ended the connection")
        message = json.loads(line)
        call = self.calls.get(message.get("id"))
        # The values that were sent with this call may come back.
        shown = line.replace(json.dumps(call.sent).encode(), b'"SENT"') if call and call.sent else line
        self.record.write(shown)
        self.findings.look(shown, call)
        if message["type"] == "goaway":
            raise ConnectionError(f"{line!r}")
        if call is None:
            return
        self.findings.look_at_rows(message, call)
        if message["type"] == "item":
            call.items += 1
        elif message["type"] == "reply":
            del self.calls[message["id"]]
            call.answer, call.reply = line, message
            reason = message["error"]["reason"] if "error" in message else "ok"
            with self.findings.lock:
                self.findings.answers[f"{call.method} {reason}"] += 1
            if reason in NEVER:
                self.findings.problem(f"{call.method} {call.params}: {line!r}")

    def do(self, *calls: Call) -> None:
        """Sends the calls in one write and reads until those are answered that do not go on."""
        messages = []
        for call in calls:
            self.last += 1
            self.calls[self.last] = call
            message = {"type": "call", "id": self.last, "method": call.method, "params": call.params}
            messages.append(
                message
                | {"trace": f"{self.plan['mark']}-{self.last}"}
                | ({"idem": call.idem} if call.idem else {})
            )
        if self.random.random() < 0.02:
            messages.append({"type": "ping", "nonce": self.plan["mark"]})
        self.write(*messages)
        while any(call.reply is None for call in calls if not call.is_open):
            self.read()

    def settle(self) -> None:
        """Ends what goes on; attempts run to their end."""
        self.write(
            *({"type": "cancel", "id": number} for number, call in self.calls.items() if call.method != "unlock.start")
        )
        while self.calls:
            self.read()

    # The operations

    def call(
        self, method: str, session: str | None, /, idem: str | None = None, is_open: bool = False, **params
    ) -> Call:
        if session is not None and (session != "default" or self.random.random() < 0.5):
            params["session"] = session
        return Call(method, params, session, idem, is_open)

    def fresh(self, prefix: str) -> str:
        return f"{prefix}{self.random.getrandbits(64):016x}"

    def about(self, method: str, session: str, credential: str) -> Call:
        idem = self.fresh("a-probe-") if method == "unlock.start" else None
        call = self.call(method, session, idem=idem, credential_id=credential)
        if method == "rpc.can":
            params = {"credential_id": credential, "session": session}
            call = Call(
                method,
                {"method": self.random.choice(["unlock.start", "credentials.reveal"]), "params": params},
                session,
            )
        call.sent = credential
        return call

    def foreign_to(self, session: str) -> list[str]:
        others = [one["credentials"] for name, one in self.plan["sessions"].items() if name != session]
        return self.plan["foreign"]["credentials"] + [name for names in others for name in names]

    def compare(self, probes: list[Call], is_settled: bool) -> None:
        """The middle one is answered as one about nobody's is, whatever else happens to the session meanwhile."""
        before, foreign, after = (call.comparable() for call in probes)
        about = f"{probes[1].method} {probes[1].params}"
        reply = probes[1].reply
        reason = (reply.get("error") or reply["result"]).get("reason", "ok")
        with self.findings.lock:
            nobodys = self.findings.nobodys[probes[1].method]
            nobodys |= {before, after}
            is_alike = foreign in nobodys or reason in STATES
            self.findings.compared += reason in ("seam.invalid_credential_id", "ok") and foreign == before == after
        if any(call.items for call in probes):
            self.findings.problem(f"{about}: an item came")
        if not is_alike or is_settled and not foreign == before == after:
            self.findings.problem(f"{about}: {foreign!r} where nobody's is answered {before!r} and {after!r}")

    def operation(self) -> None:
        names, weights = zip(*OPERATIONS.items())
        name = self.random.choices(names, weights)[0]
        with self.findings.lock:
            self.findings.operations[name] += 1
        session = self.random.choice(list(self.plan["sessions"]))
        mine = self.plan["sessions"][session]
        getattr(self, "op_" + name)(session, mine)

    def op_initialize(self, session: str, mine: dict) -> None:
        # Another token of the same person replaces the first.
        token = mine["tokens"][1] if self.random.random() < 0.2 else mine["tokens"][0]
        self.do(self.call("session.initialize", session, **({} if self.random.random() < 0.1 else {"token": token})))

    def op_sign_in(self, session: str, mine: dict) -> None:
        self.do(
            self.call("session.initialize", session, token=mine["tokens"][0]), self.call("session.activate", session)
        )

    def op_stray_token(self, session: str, mine: dict) -> None:
        stray = f"seam_cst1{mine['mark']}_{self.fresh('')}{mine['tails'][0]}"
        calls = [self.call("session.initialize", session, token=stray), self.call("session.activate", session)]
        for call in [*calls, self.call("session.deactivate", session)]:
            self.do(call)

    def op_activate(self, session: str, mine: dict) -> None:
        self.do(self.call("session.activate", session))

    def op_refresh(self, session: str, mine: dict) -> None:
        self.do(self.call("session.refresh", session))

    def op_list(self, session: str, mine: dict) -> None:
        first = self.call(
            "credentials.list", session, **self.random.choice([{}, {"limit": 3}, {"limit": 3}, {"limit": 5}])
        )
        self.do(first, *(self.call("credentials.list", session) for _ in range(self.random.randrange(2))))
        token = first.reply.get("result", {}).get("next_page_token")
        if token:
            # A page token from one session's list is also valid in another session, where it shows that session's keys.
            other = self.random.choice(list(self.plan["sessions"]))
            self.do(*(self.call("credentials.list", name, page_token=token, limit=3) for name in (session, other)))

    def watch(self, method: str, session: str) -> None:
        if sum(call.is_open for call in self.calls.values()) < 8:
            self.do(self.call(method, session, is_open=True), self.call("session.get", session))
        else:
            self.op_cancel(session, {})

    def op_watch_keys(self, session: str, mine: dict) -> None:
        self.watch("credentials.watch", session)

    def op_watch_nearby(self, session: str, mine: dict) -> None:
        self.watch("credentials.nearby", session)

    def op_watch_session(self, session: str, mine: dict) -> None:
        self.watch("session.watch", session)

    def op_watch_unlocks(self, session: str, mine: dict) -> None:
        self.watch("unlock.watch", session)

    def op_cancel(self, session: str, mine: dict) -> None:
        running = [number for number, call in self.calls.items() if call.is_open]
        if running:
            self.write({"type": "cancel", "id": self.random.choice(running)})
        self.do(self.call("session.get", session))

    def op_reveal(self, session: str, mine: dict) -> None:
        self.do(self.call("credentials.reveal", session, credential_id=self.random.choice(mine["revealed"])))

    def op_unlock(self, session: str, mine: dict) -> None:
        if sum(call.method == "unlock.start" for call in self.calls.values()) >= 3:
            return self.op_cancel(session, mine)
        intent = self.random.randrange(self.plan["intents"])
        is_shared = self.random.random() < 0.5
        idem = f"the-same-intent-of-all-{intent:02}" if is_shared else f"{mine['mark']}-{self.fresh('')}"
        credential = mine["credentials"][intent]
        # Naming a session or leaving it out makes different parameters, and an idempotency key belongs to the same
        # parameters.
        params = {"session": session, "credential_id": credential, "timeout_ms": 20_000}
        unlock = Call("unlock.start", params, session, idem, is_open=True)
        self.do(unlock, self.call("session.get", session))

    def op_probe_unlock(self, session: str, mine: dict) -> None:
        self.probes("unlock.start")

    def op_probe_reveal(self, session: str, mine: dict) -> None:
        self.probes("credentials.reveal")

    def op_probe_question(self, session: str, mine: dict) -> None:
        self.probes("rpc.can")

    def probes(self, method: str, session: str | None = None, is_settled: bool = False) -> None:
        session = session or self.random.choice(list(self.plan["sessions"]))
        foreign = self.random.choice(self.foreign_to(session))
        names = (self.fresh("credential_of_nobody_"), foreign, self.fresh("credential_of_nobody_"))
        calls = [self.about(method, session, name) for name in names]
        if method == "rpc.can":
            for call in calls:
                call.params["method"] = calls[0].params["method"]
        self.do(*calls)
        self.compare(calls, is_settled)

    def op_probe_session(self, session: str, mine: dict) -> None:
        """The name of another's session is a name like any other."""
        names = (
            "nobody-" + self.fresh(""), self.random.choice(self.plan["foreign"]["sessions"]), "nobody-" + self.fresh("")
        )
        method = self.random.choice(
            ["session.get", "credentials.list", "audit.list", "session.activate", "session.refresh"]
        )
        calls = [Call(method, {"session": name}, name, sent=name) for name in names]
        self.do(*calls)
        if len({call.comparable() for call in calls}) != 1:
            self.findings.problem(f"{method}: {[call.answer for call in calls]}")

    def op_audit(self, session: str, mine: dict) -> None:
        first = self.call("audit.list", session, limit=self.random.choice([3, 3, 20]))
        self.do(first)
        token = first.reply.get("result", {}).get("next_page_token")
        if token:
            other = self.random.choice(list(self.plan["sessions"]))
            self.do(*(self.call("audit.list", name, page_token=token) for name in (session, other)))

    def op_get(self, session: str, mine: dict) -> None:
        self.do(*(self.call("session.get", name) for name in self.plan["sessions"]))

    def op_sessions(self, session: str, mine: dict) -> None:
        call = self.call("session.list", None)
        self.do(call)
        self.own(call)

    def own(self, call: Call) -> set[str]:
        names = {row["name"] for row in call.reply["result"]["sessions"]}
        if not names <= set(self.plan["sessions"]):
            self.findings.problem(f"session.list: {names}")
        return names

    def op_deactivate(self, session: str, mine: dict) -> None:
        idem = self.fresh("a-key-for-an-end-") if self.random.random() < 0.5 else None
        self.do(self.call("session.deactivate", session, idem=idem))

    def op_deintegrate(self, session: str, mine: dict) -> None:
        self.do(self.call("session.deactivate", session, deintegrate=True))


# The relative frequency of each operation.
OPERATIONS = {
    "initialize": 5,
    "sign_in": 6,
    "stray_token": 0.3,
    "activate": 5,
    "refresh": 2,
    "list": 6,
    "watch_keys": 4,
    "watch_nearby": 3,
    "watch_session": 4,
    "watch_unlocks": 4,
    "cancel": 8,
    "reveal": 3,
    "unlock": 6,
    "probe_unlock": 8,
    "probe_reveal": 6,
    "probe_question": 3,
    "probe_session": 4,
    "audit": 5,
    "get": 4,
    "sessions": 4,
    "deactivate": 0.8,
    "deintegrate": 0.5,
}


def share(connection: Connection, count: int) -> None:
    """One connection's operations; at the end its streams are over."""
    try:
        for _ in range(count):
            connection.operation()
        connection.settle()
    except Exception:
        connection.findings.problem(traceback.format_exc(limit=-3))


def tell(findings: Findings, step: str, **more) -> None:
    report = {
        "problems": findings.problems[:20],
        "problem_count": len(findings.problems),
        "operations": findings.operations,
        "answers": findings.answers,
        "attempts": [f"{attempt} {session}" for attempt, session in findings.attempts.items()],
        "lines": findings.lines,
        "bytes": findings.bytes,
        "compared": findings.compared,
    }
    print(json.dumps(report | more | {"step": step}), flush=True)


def settled(connection: Connection) -> None:
    """Every session is begun anew, while the other user's are, is refreshed, and stays."""
    for name, session in connection.plan["sessions"].items():
        calls = [
            connection.call("session.deactivate", name, deintegrate=True),
            connection.call("session.initialize", name, token=session["tokens"][0]),
            connection.call("session.activate", name),
            # Random calls rarely make this call, and rarely while the session is active.
            connection.call("session.refresh", name),
        ]
        for call in calls:
            connection.do(call)
            if "error" in call.reply:
                connection.findings.problem(f"{call.method} {name}: {call.answer!r}")


def compared(connection: Connection) -> list[str]:
    """In sessions that stand still, every answer about another's id is that about nobody's. Answers the names of the
    sessions."""
    for name in connection.plan["sessions"]:
        for method in ("unlock.start", "credentials.reveal", "rpc.can"):
            for _ in range(20):
                connection.probes(method, name, is_settled=True)
    call = connection.call("session.list", None)
    connection.do(call)
    return sorted(connection.own(call))


def erased(connection: Connection) -> list[str]:
    """Ends all sessions; answers the names of those that are left."""
    for name in connection.plan["sessions"]:
        connection.do(connection.call("session.deactivate", name, deintegrate=True))
    call = connection.call("session.list", None)
    connection.do(call)
    return sorted(connection.own(call))


def main() -> None:
    plan = json.loads(sys.stdin.readline())
    findings = Findings(plan)
    connections = [Connection(findings, number) for number in range(plan["connections"])]
    count, rest = divmod(plan["operations"], len(connections))
    threads = [
        threading.Thread(target=share, args=(connection, count + (number < rest)))
        for number, connection in enumerate(connections)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tell(findings, "operations")
    for line in sys.stdin:
        step = line.strip()
        if step == "settle":
            settled(connections[0])
            tell(findings, step)
        elif step == "compare":
            tell(findings, step, sessions=compared(connections[0]))
        elif step == "erase":
            tell(findings, step, sessions=erased(connections[0]))
        else:
            break
    for connection in connections:
        connection.record.close()


main()
