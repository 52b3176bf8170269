"""Mutants of what a server says of itself."""

from collections.abc import Iterator

from tap import Message, Tap


class ServiceNotListed(Tap):
    """rpc.describe leaves a service out of its list."""

    rules = ("describe.services",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.describe" and "services" in message.get("result", {}):
            message["result"]["services"].pop()
        yield message


class AuthorizedAlways(Tap):
    """rpc.describe calls every method authorized."""

    rules = ("describe.methods",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.describe":
            for entry in message.get("result", {}).get("methods", ()):
                entry["authorized"] = True
                entry.pop("why", None)
        yield message


class WhyWrong(Tap):
    """rpc.describe gives another reason than the call is answered with."""

    rules = ("describe.methods",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.describe":
            for entry in message.get("result", {}).get("methods", ()):
                if "why" in entry:
                    entry["why"] = "rpc.peer_refused"
        yield message


class CanAlways(Tap):
    """rpc.can allows everything."""

    rules = ("can.agrees",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.can" and "result" in message:
            message["result"] = {"allowed": True}
        yield message


class CanNever(Tap):
    """rpc.can refuses what is answered."""

    rules = ("can.agrees",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.can" and message.get("result") == {"allowed": True}:
            message["result"] = {"allowed": False, "code": "permission_denied", "reason": "rpc.method_not_permitted"}
        yield message


class CanWithoutField(Tap):
    """rpc.can does not say which parameter is wrong."""

    rules = ("can.agrees",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.can":
            message.get("result", {}).pop("field", None)
        yield message


class HealthBetter(Tap):
    """The health of the whole is not the worst of its components'."""

    rules = ("health.overall",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        result = message.get("result", {})
        if self.method(message.get("id")) == "rpc.health" and "status" in result:
            result["status"] = "degraded" if result["status"] == "serving" else "serving"
        yield message


class HealthNameTwice(Tap):
    """A component is listed twice."""

    rules = ("health.overall",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        result = message.get("result", {})
        if self.method(message.get("id")) == "rpc.health" and result.get("components"):
            result["components"].append(result["components"][0])
        yield message


class HealthRowForgotten(Tap):
    """rpc.health.watch leaves a component out of its snapshot."""

    rules = ("health.watch",)
    has_forgotten = False

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        is_row = message.get("type") == "item" and message.get("kind") == "snapshot"
        if is_row and not self.has_forgotten and self.method(message.get("id")) == "rpc.health.watch":
            self.has_forgotten = True
            return
        yield message


class StatsStill(Tap):
    """rpc.stats does not count."""

    rules = ("stats.counts",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if self.method(message.get("id")) == "rpc.stats" and "result" in message:
            message["result"]["calls_by_method"] = []
        yield message
