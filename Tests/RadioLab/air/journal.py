"""What happened on the air, for the operation `log`."""

from __future__ import annotations

import collections
import time

_LIMIT = 10_000

_lines: collections.deque[str] = collections.deque(maxlen=_LIMIT)


def note(*words: object) -> None:
    _lines.append(f"{time.monotonic():.4f} {' '.join(str(word) for word in words)}")


def last(count: int) -> list[str]:
    return list(_lines)[-count:] if count > 0 else []
