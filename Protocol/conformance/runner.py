"""Tries rules on a server, many at once, and collects a verdict on each."""

import asyncio
import dataclasses
import fnmatch
import time
from collections.abc import Callable, Iterable, Sequence

import rules_calls
import rules_contract
import rules_end
import rules_framing
import rules_hello
import rules_introspection
import rules_quotas
import rules_streams
import rules_time
import rules_transcripts
import rules_vectors
import streams
import wire
from bench import SLOTS, Bench, Pace, Rule, Skip, Survey
from witness import Breach

MODULES = (
    rules_framing,
    rules_hello,
    rules_calls,
    rules_end,
    rules_time,
    rules_streams,
    streams,
    rules_contract,
    rules_introspection,
    rules_quotas,
)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What came of one rule: `ok`, `FAIL` or `skip`, and why."""

    rule: Rule
    state: str
    why: str = ""
    section: str = ""
    seconds: float = 0.0

    def line(self) -> str:
        """The verdict as it is printed."""
        match self.state:
            case "ok":
                return f"ok {self.rule.name} — {self.rule.text}"
            case "skip":
                return f"skip {self.rule.name} — {self.why}"
        return f"FAIL {self.rule.name} — {self.why} (framing.md {self.section}; {self.rule.text})"


def all_rules() -> list[Rule]:
    """Every rule, in the order of the sections."""
    named = [rule for module in MODULES for rule in vars(module).values() if isinstance(rule, Rule)]
    return [*named, *rules_vectors.rules(), *rules_transcripts.rules()]


def chosen(rules: Iterable[Rule], patterns: Sequence[str]) -> list[Rule]:
    """The rules that one of the patterns names; `*` stands for any characters."""
    return [
        rule for rule in rules if not patterns or any(fnmatch.fnmatchcase(rule.name, pattern) for pattern in patterns)
    ]


async def judge(rule: Rule, path: str, survey: Survey, pace: Pace) -> Verdict:
    """Tries one rule."""
    count = SLOTS if rule.alone else rule.connections
    await pace.take(count)
    bench, started = Bench(path, survey, pace), time.monotonic()
    try:
        async with asyncio.timeout(rule.limit):
            await rule.check(bench)
        verdict = Verdict(rule, "ok")
    except Skip as skip:
        verdict = Verdict(rule, "skip", str(skip))
    except Breach as breach:
        verdict = Verdict(
            rule, "FAIL", f"seen: {breach.seen}; expected: {breach.expected}", breach.section or rule.section
        )
    except TimeoutError:
        verdict = Verdict(rule, "FAIL", f"seen: no end within {rule.limit:g} s; expected: an answer", rule.section)
    except wire.Silence:
        verdict = Verdict(rule, "FAIL", "seen: silence; expected: an answer", rule.section)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        why = f"seen: an answer that cannot be read ({type(error).__name__}: {error}); expected: its members"
        verdict = Verdict(rule, "FAIL", why, rule.section)
    except OSError as error:
        verdict = Verdict(rule, "FAIL", f"seen: {error}; expected: a connection", rule.section)
    finally:
        await bench.close()
        pace.give_back(count)
    return dataclasses.replace(verdict, seconds=time.monotonic() - started)


async def run(
    rules: Sequence[Rule], path: str, survey: Survey, pace: Pace, limit: float, report: Callable[[Verdict], None]
) -> list[Verdict]:
    """Tries all rules within `limit` seconds: the slow ones first, those that want to be alone last."""

    async def tried(rule: Rule) -> None:
        verdict = await judge(rule, path, survey, pace)
        verdicts.append(verdict)
        report(verdict)

    verdicts: list[Verdict] = []
    together = sorted((rule for rule in rules if not rule.alone), key=lambda rule: -rule.limit)
    tasks = [asyncio.create_task(tried(rule)) for rule in (*together, *(rule for rule in rules if rule.alone))]
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=limit)
        for task in late:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=bool(late))
    missing = [rule for rule in rules if all(verdict.rule is not rule for verdict in verdicts)]
    return verdicts + [
        Verdict(rule, "FAIL", f"seen: no verdict within {limit:g} s; expected: one", rule.section) for rule in missing
    ]
