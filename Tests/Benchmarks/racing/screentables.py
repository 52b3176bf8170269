"""The tables of a race of screens, and what ours must reach."""

from .tables import row

KINDS = ["spinner", "clock", "selection", "scroll", "recolour"]
BYTES = [kind + " B" for kind in KINDS] + ["first paint B"]
# Each table, with its columns and the format of each column.
TABLES = [
    ("Bytes written, the median event of each kind", dict.fromkeys(BYTES, "%.0f")),
    ("Processor time per event", dict.fromkeys([kind + " ms" for kind in KINDS], "%.2f")),
    ("Start, memory and rest", {
        "start ms": "%.0f", "memory MB": "%.1f", "resident MB": "%.1f", "idle B": "%.0f",
        "idle wake-ups": "%.0f"}),
    ("Instructions per event", dict.fromkeys([kind + " instructions" for kind in KINDS], "%.0f")),
]
# The limits for our program.
LIMITS = {
    "spinner B": 38, "clock B": 55, "scroll B": 1100, "selection B": 1170, "recolour B": 19200, "first paint B": 12600,
    "start ms": 60, "memory MB": 22, "resident MB": 22, "idle B": 0, "idle wake-ups": 0}


def page(saved, ours):
    """The tables as text, and whether a demand was missed."""
    lines = []
    for title, columns in TABLES:
        lines += table(saved["screens"], title, columns)
    lines += ["", "Our program, stripped: %.1f MB" % saved["size_mb"]]
    found, failed = verdicts(saved["screens"], ours)
    lines += found
    if saved["missing"]:
        lines += ["", "Not raced: " + "; ".join("%s (%s)" % pair for pair in sorted(saved["missing"].items()))]
    if saved["errors"]:
        lines += ["", "Not measured:"] + ["- " + error for error in saved["errors"]]
    return "\n".join(lines).strip() + "\n", failed


def table(results, title, columns):
    shown = {name: metrics for name, metrics in results.items() if any(column in metrics for column in columns)}
    if not shown:
        return []
    lines = ["", "### " + title, "", row(["program", *columns]), "|" + "---|" * (len(columns) + 1)]
    for name, metrics in shown.items():
        cells = [form % metrics[column] if column in metrics else "—" for column, form in columns.items()]
        lines.append(row([name, *cells]))
    return lines


def verdicts(results, ours):
    """What is demanded of each metric: a limit, and of bytes also not more than any other program writes."""
    lines = ["", "### Verdicts", "", row(["metric", "ours", "demand"]), "|---|---|---|"]
    failed = False
    for metric, limit in LIMITS.items():
        value = results.get(ours, {}).get(metric)
        if value is None:
            lines.append(row([metric, "—", "≤ %d: not measured" % limit]))
            failed = True
            continue
        demands = {"≤ %d" % limit: limit}
        if metric in BYTES:
            others = {name: metrics[metric] for name, metrics in results.items() if name != ours and metric in metrics}
            demands |= {"≤ %s (%.2f ×)" % (name, value / other): other for name, other in others.items()}
        judged = ["%s: %s" % (text, "met" if value <= most else "MISSED") for text, most in demands.items()]
        failed = failed or any(value > most for most in demands.values())
        lines.append(row([metric, "%.4g" % value if value < 100 else "%.0f" % value, "<br>".join(judged)]))
    return lines, failed
