"""The tables of a race: medians over the rounds, and ratios to the limit."""

import statistics

from .peers import PEERS
from .ratios import COSTS, best_of_c, ratios

# For each metric: the title, and then the key, the heading and the format of each column.
SHOWN = {
    "unary": ("Unary, one caller, sequential", [
        ("p50", "p50 µs", "%.1f"), ("p99", "p99 µs", "%.0f"), ("cpu_us", "CPU µs/call", "%.1f")]),
    "unlock": ("A door that opens at once: an unlock with its two events and its result", [
        ("p50", "p50 µs", "%.1f"), ("p99", "p99 µs", "%.0f"), ("cpu_us", "CPU µs/call", "%.1f")]),
    "pipelined": ("Unary, 64 in flight on one connection", [
        ("rate", "calls/s", "%.0f"), ("cpu_us", "CPU µs/call", "%.2f")]),
    "stream": ("Server stream, one subscriber", [("rate", "events/s", "%.0f"), ("cpu_us", "CPU µs/event", "%.3f")]),
    "fanout": ("Server stream, 100 subscribers on 100 connections, in all", [
        ("rate", "events/s", "%.0f"), ("cpu_us", "CPU µs/event", "%.3f")]),
    "connect": ("Connect, hello and first call", [("p50", "p50 µs", "%.0f"), ("p99", "p99 µs", "%.0f")]),
    "idle": ("Server memory, resident", [
        ("idle_mb", "idle MB", "%.1f"), ("anonymous_mb", "of it anonymous MB", "%.1f"),
        ("held_mb", "with 1,000 connections MB", "%.1f"), ("connection_kb", "KB/connection", "%.1f")]),
    "once": ("Command line, from exec to exit", [
        ("wall_ms", "wall ms", "%.2f"), ("cpu_ms", "CPU ms", "%.2f"), ("peak_kb", "peak KB", "%.0f")]),
}
AGAINST = ["NIO bytes", "sd-bus", "dbus-daemon", "busctl", "ttrpc Go", "gRPC C++", "gRPC Swift 2"]
COMPARED = [
    ("unary", "p50"), ("unary", "p99"), ("unary", "cpu_us"), ("pipelined", "rate"), ("stream", "rate"),
    ("fanout", "rate"), ("fanout", "cpu_us"), ("connect", "p50"), ("idle", "idle_mb"), ("idle", "connection_kb"),
    ("once", "wall_ms"), ("once", "cpu_ms")]


def median(values):
    return statistics.median(values) if values else None


def metrics(results):
    """One table per metric."""
    lines = []
    for metric, (title, columns) in SHOWN.items():
        by_peer = results.get(metric)
        if not by_peer:
            continue
        headings = [cell for _, heading, _ in columns for cell in (heading, "× limit")]
        lines += ["", "### " + title, "", row(["peer"] + headings), "|" + "---|" * (len(headings) + 1)]
        for peer in PEERS:
            rounds = by_peer.get(peer.name)
            if not rounds:
                continue
            cells = [peer.name]
            for key, _, form in columns:
                value = median([one[key] for one in rounds.values() if key in one])
                factor = median(ratios(results, metric, key, peer.name, best_of_c))
                if factor is not None and key not in COSTS:
                    factor = 1 / factor
                cells += ["—" if value is None else form % value, "—" if factor is None else "%.2f" % factor]
            lines.append(row(cells))
    return "\n".join(lines)


def comparison(results, subject):
    """How many times better the subject is than each other; below 1 is worse."""
    lines = ["", "### %s: times better than each (below 1 is worse)" % subject, "",
             row(["peer"] + ["%s %s" % pair for pair in COMPARED]), "|" + "---|" * (len(COMPARED) + 1)]
    for name in AGAINST:
        cells = []
        for metric, key in COMPARED:
            ours = "seam rpc static" if metric == "once" else subject
            factor = median(ratios(results, metric, key, ours, name))
            if factor is not None and key in COSTS:
                factor = 1 / factor
            cells.append("—" if factor is None else "%.2f" % factor)
        if any(cell != "—" for cell in cells):
            lines.append(row([name] + cells))
    return "\n".join(lines)


def json_times(results):
    rounds = results.get("json", {}).get("times", {})
    if not rounds:
        return ""
    lines = ["", "### JSON, one reply of 200 bytes", "", "| what | ns |", "|---|---|"]
    keys = [key for key in next(iter(rounds.values())) if key != "bytes"]
    for key in keys:
        lines.append(row([key, "%.0f" % median([one[key] for one in rounds.values() if key in one])]))
    return "\n".join(lines)


def row(cells):
    return "| " + " | ".join(cells) + " |"
