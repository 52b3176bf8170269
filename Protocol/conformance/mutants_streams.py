"""Mutants of streams, credit and cancelling."""

from collections.abc import Iterator

from tap import Message, Tap


class ItemOfUnknownKind(Tap):
    """Items are of a kind that the contract does not have."""

    rules = ("stream.items-of-contract",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "item":
            message["kind"] = "made_up"
        yield message


class ItemBeyondCredit(Tap):
    """One item more is sent than credit covers."""

    rules = ("credit.exact", "credit.granted")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "item":
            yield message


class ItemAfterReply(Tap):
    """An item comes behind the reply of its stream."""

    rules = ("cancel.stream",)
    _last: Message | None = None

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message["type"] == "item":
            self._last = message
        elif message["type"] == "reply" and self._last:
            yield self._last


class ItemForUnary(Tap):
    """A unary call gets an item in front of its reply."""

    rules = ("reply.once-and-last",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message["type"] == "reply" and self.method(message["id"]) == "rpc.whoami":
            yield {"type": "item", "id": message["id"], "kind": "event", "data": {}}
        yield message


class ResumeSaysNoWhy(Tap):
    """A stream that could not be resumed does not say why."""

    rules = ("resume.epoch", "resume.future")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") == "synced":
            message["data"].pop("why", None)
        yield message


class ResumeClaimed(Tap):
    """A cursor of another epoch is accepted in silence."""

    rules = ("resume.epoch",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        if isinstance(message.get("stream"), dict) and isinstance(message["stream"].get("from"), dict):
            message["stream"]["from"] = "now"
        return message


class SyncedForgotten(Tap):
    """A snapshot does not say where it ends."""

    rules = ("resume.snapshot", "resume.default")

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") != "synced":
            yield message


class BookmarkNever(Tap):
    """A silent stream gives no sign of life."""

    rules = ("resume.bookmark",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        if message.get("kind") != "bookmark":
            yield message


class BookmarkBeyondCredit(Tap):
    """Bookmarks come without credit."""

    rules = ("resume.bookmark-counts",)

    def server_message(self, message: Message) -> Iterator[Message | bytes]:
        yield message
        if message.get("kind") == "synced":
            bookmark = {**message, "kind": "bookmark", "data": {"lag_ms": 0}}
            self.later(1.0, lambda: self.tell(bookmark))


class CreditIgnored(Tap):
    """Credit that is granted later does not count."""

    rules = ("credit.granted",)
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return None if message.get("type") == "credit" else message


class CancelIgnored(Tap):
    """Cancels are ignored."""

    rules = ("cancel.stream", "cancel.twice")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        return None if message.get("type") == "cancel" else message


class CancelPunished(Tap):
    """A cancel of an id that was never used is a fault."""

    rules = ("cancel.ignored", "message.cancel")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        is_stray = message.get("type") == "cancel" and message.get("id") not in self.calls
        return {**message, "id": 0} if is_stray else message


class CreditPunished(Tap):
    """Credit for an id that was never used is a fault."""

    rules = ("credit.ignored", "message.credit-1")
    cuts = True

    def client_message(self, message: Message) -> Message | None:
        is_stray = message.get("type") == "credit" and message.get("id") not in self.calls
        return {**message, "n": 0} if is_stray else message
