"""Mutants of the greeting."""

import base64
from collections.abc import Iterator

import contracts
from tap import Message, Tap
from wire import HELLO


class WelcomeWithoutPeer(Tap):
    """The welcome has no peer."""

    rules = ("hello.welcome",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield {key: value for key, value in message.items() if key != "peer"}


class WelcomeWithoutLimit(Tap):
    """The welcome leaves a limit out."""

    rules = ("hello.welcome",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        message.get("limits", {}).pop("item", None)
        yield message


class WelcomeTwice(Tap):
    """The welcome comes twice."""

    rules = ("hello.welcome",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "welcome":
            yield message


class WelcomeUnasked(Tap):
    """The server speaks before it has read a hello."""

    rules = ("hello.server-waits",)

    def begun(self) -> None:
        self.tell({"type": "ping", "nonce": "early"})


class WelcomeOfAnotherUser(Tap):
    """peer names somebody else."""

    rules = ("hello.peer",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "welcome":
            message["peer"]["uid"] += 1
        yield message


class WelcomeWithFeature(Tap):
    """features lists what version 1 does not have."""

    rules = ("hello.features",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "welcome":
            message["features"].append("fds")
        yield message


class WelcomeWithOtherDigest(Tap):
    """contracts names a digest that rpc.describe does not serve."""

    rules = ("hello.contracts",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "welcome":
            message["contracts"]["rpc"] = "sha256:" + "0" * 64
        yield message


class ContractAltered(Tap):
    """rpc.describe serves other bytes than those of the digest."""

    rules = ("hello.contracts",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if text := (message.get("result") or {}).get("contract"):
            altered = contracts.base64url(text) + b"\n"
            message["result"]["contract"] = base64.urlsafe_b64encode(altered).rstrip(b"=").decode()
        yield message


class ReplyBeforeWelcome(Tap):
    """Calls in the write of the hello are answered before the welcome."""

    rules = ("hello.pipelined",)
    _welcome: Message | None = None

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "welcome":
            self._welcome = message
            self.later(0.3, self._late)
        else:
            yield message

    def _late(self) -> None:
        if self._welcome:
            self.tell(self._welcome)


class HelloOptional(Tap):
    """A first message that is no hello is taken."""

    rules = ("hello.required",)
    cuts = True
    _has_greeted = False

    def client_message(self, message: Message) -> Message | None:
        if not self._has_greeted and message.get("type") != "hello":
            self.ask(HELLO)
        self._has_greeted = True
        return message


class HelloAgain(Tap):
    """A second hello is ignored."""

    rules = ("hello.repeated",)
    cuts = True
    _has_greeted = False

    def client_message(self, message: Message) -> Message | None:
        if message.get("type") != "hello":
            return message
        had, self._has_greeted = self._has_greeted, True
        return None if had else message


class VersionIgnored(Tap):
    """A hello is accepted whatever versions it names."""

    rules = ("hello.version", "hello.pipelined-refused")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return {**message, "proto": [1]} if message.get("type") == "hello" else message


class RequireIgnored(Tap):
    """A hello is accepted although a feature that it requires is missing."""

    rules = ("hello.require",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return {**message, "require": []} if message.get("type") == "hello" else message


class HelloTimeoutEarly(Tap):
    """The time for the hello is half of what it should be."""

    rules = ("hello.timeout", "transcript.bad-hello-silence")

    def begun(self) -> None:
        self.later(1.5, self._end)

    def _end(self) -> None:
        if not self.calls and not self.rest():
            self.tell({"type": "goaway", "code": "deadline_exceeded", "reason": "rpc.hello_timeout", "last_id": 0})
            self.client.close()


class HelloTimeoutNever(Tap):
    """A hello is awaited for ever."""

    rules = ("hello.timeout", "transcript.bad-hello-silence")
    stays_open = True

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("reason") != "rpc.hello_timeout":
            yield message
