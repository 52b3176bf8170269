"""Ratios between peers, formed inside one round, so that a slow spell of the machine falls on both sides."""

C = ("C blocking", "C epoll")
COSTS = {
    "p50", "p99", "cpu_us", "idle_mb", "anonymous_mb", "held_mb", "connection_kb", "wall_ms", "cpu_ms", "peak_kb",
    "seam_decode", "seam_encode"}


def best_of_c(results, metric, key, one_round):
    """The better of the two C peers: the machine's limit."""
    values = [value for value in (reading(results, metric, key, name, one_round) for name in C) if value]
    if not values:
        return None
    return min(values) if key in COSTS else max(values)


def reading(results, metric, key, name, one_round):
    if metric == "json" and name != "times":
        name, key = "times", name
    return results.get(metric, {}).get(name, {}).get(one_round, {}).get(key)


def ratios(results, metric, key, subject, against):
    """Subject over the other, in each round that has both. `against` is a peer's name or ``best_of_c``; of the metric
    json it is the other's key."""
    found = []
    for one_round in results.get(metric, {}).get(subject, {}):
        ours = reading(results, metric, key, subject, one_round)
        if callable(against):
            theirs = against(results, metric, key, one_round)
        else:
            theirs = reading(results, metric, key, against, one_round)
        if ours and theirs:
            found.append(ours / theirs)
    return found
