"""What our side must reach against the others, row by row."""

import statistics

from .ratios import COSTS, best_of_c, ratios

# Like is compared with like. The peers transport a string or opaque bytes without encoding. TEXT does the same, so the
# verdicts against peers use TEXT. STRUCTS, with encoding at both ends, is shown beside it. Values that are measured
# without a peer are the same for both.
TEXT, STRUCTS = "seam text", "seam"


class Check:
    """One demand of a row."""

    def __init__(self, metric, key, subject, limit, against=None, at_least=False):
        self.metric, self.key, self.subject = metric, key, subject
        self.limit, self.against, self.at_least = limit, against, at_least

    def judge(self, results):
        """The measured value and whether it holds; None if somebody was not measured."""
        if self.against is None:
            rounds = results.get(self.metric, {}).get(self.subject, {}).values()
            values = [one[self.key] for one in rounds if self.key in one]
        else:
            values = ratios(results, self.metric, self.key, self.subject, self.against)
        if not values:
            return None, False
        value = statistics.median(values)
        # A cost must be lower by this factor, and a rate must be higher by this factor.
        if self.at_least and self.against is not None and self.key in COSTS:
            value = 1 / value
        return value, value >= self.limit if self.at_least else value <= self.limit

    def text(self, results):
        value, holds = self.judge(results)
        coded = Check(self.metric, self.key, STRUCTS, self.limit, self.against, self.at_least).judge(results)[0]
        beside = "; structs %s" % number(coded) if self.subject == TEXT and coded is not None else ""
        wanted = "%s %s %s" % ("≥" if self.at_least else "≤", number(self.limit), self._of_what())
        if value is None:
            return wanted + ": not measured"
        if holds:
            return "%s: met (%s%s)" % (wanted, number(value), beside)
        by = self.limit / value if self.at_least else value / self.limit
        return "%s: MISSED by %.2f (%s%s)" % (wanted, by, number(value), beside)

    def _of_what(self):
        if self.against is None:
            return self.key
        return "× " + (self.against if isinstance(self.against, str) else "C")


def number(value):
    return "%.3g" % value if value < 100 else "%.0f" % value


class Row:
    """A row of the table of demands; `must`: the race fails when a demand is missed that was measured."""

    def __init__(self, title, *checks, must=()):
        self.title, self.checks = title, checks
        self.must = checks if must is True else must

    def is_missed(self, results):
        judged = [check.judge(results) for check in self.must]
        return any(value is not None and not holds for value, holds in judged)


def most(metric, key, limit, against=None, subject=TEXT):
    return Check(metric, key, subject, limit, against)


def least(metric, key, limit, against, subject=TEXT):
    return Check(metric, key, subject, limit, against, at_least=True)


def rows():
    sd_bus = most("unary", "p50", 1.15, "sd-bus")
    tool = "seam rpc static"
    return [
        Row("unary p50", most("unary", "p50", 1.8, "C epoll"), sd_bus, least("unary", "p50", 2.3, "ttrpc Go"),
            least("unary", "p50", 2.3, "dbus-daemon"), least("unary", "p50", 2.6, "gRPC C++"),
            least("unary", "p50", 40, "gRPC Swift 2"), must=[sd_bus]),
        Row("unary CPU per call, both sides", most("unary", "cpu_us", 1.7, best_of_c),
            most("unary", "cpu_us", 0.35, "ttrpc Go"), most("unary", "cpu_us", 0.35, "gRPC C++")),
        Row("64 in flight on one connection", least("pipelined", "rate", 1 / 12, best_of_c),
            least("pipelined", "rate", 4, "ttrpc Go"), least("pipelined", "rate", 4, "sd-bus"),
            least("pipelined", "rate", 7, "gRPC C++"), least("pipelined", "rate", 50, "gRPC Swift 2")),
        Row("stream, one subscriber", least("stream", "rate", 4, "C one write per event"),
            least("stream", "rate", 8, "gRPC C++"), least("stream", "rate", 10, "sd-bus"),
            least("stream", "rate", 20, "gRPC Swift 2"), must=True),
        Row("fan-out to 100 subscribers", most("fanout", "cpu_us", 1.25, "NIO bytes"),
            least("fanout", "rate", 8, "gRPC C++"), least("fanout", "rate", 12, "sd-bus"),
            must=True),
        Row("connect, hello and first call", most("connect", "p50", 3.3, best_of_c),
            most("connect", "p50", 0.85, "ttrpc Go"), most("connect", "p50", 0.14, "gRPC C++")),
        Row("server memory", most("idle", "idle_mb", 10, subject=STRUCTS),
            most("idle", "connection_kb", 4.5, subject=STRUCTS)),
        Row("seam rpc rpc.whoami, exec to exit", most("once", "wall_ms", 2, "C blocking", tool),
            most("once", "wall_ms", 1, "busctl", tool), most("once", "wall_ms", 1, "ttrpc Go", tool), must=True),
        Row("another verb (seam providers)", most("once", "wall_ms", 5, subject="seam providers static"), must=True),
        Row("JSON, 200-byte struct", most("json", "seam_decode", 1 / 12, "foundation_decode", "times"),
            most("json", "seam_decode", 2, "simdjson_struct", "times"),
            most("json", "seam_encode", 1 / 45, "foundation_encode", "times")),
    ]


def table(results):
    """The table, and whether a row was missed that may not be."""
    lines = ["### Verdicts", "", "| row | demand |", "|---|---|"]
    failed = False
    for row in rows():
        is_missed = row.is_missed(results)
        failed = failed or is_missed
        title = row.title + (" **(may not be missed)**" if row.must else "")
        lines.append("| %s | %s |" % (title, "<br>".join(check.text(results) for check in row.checks)))
    return "\n".join(lines), failed
