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
from witness import Breach, Late

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
    #: It failed by its time alone, which others may have cost.
    is_late: bool = False
    #: It was not tried to its end.
    is_missing: bool = False
    #: Why the rule was tried again.
    first: str = ""

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


async def judge(rule: Rule, path: str, survey: Survey, pace: Pace, alone: bool = False) -> Verdict:
    """Tries one rule, at the same time as others or alone."""
    count = SLOTS if rule.alone or alone else rule.connections
    await pace.take(count)
    bench, started, limit = Bench(path, survey, pace), time.monotonic(), rule.limit + wire.PATIENCE
    try:
        async with asyncio.timeout(limit):
            await rule.check(bench)
        if bench.lateness:
            raise bench.lateness
        verdict = Verdict(rule, "ok")
    except Skip as skip:
        verdict = Verdict(rule, "skip", str(skip))
    except Breach as breach:
        why = f"seen: {breach.seen}; expected: {breach.expected}"
        verdict = Verdict(rule, "FAIL", why, breach.section or rule.section, is_late=isinstance(breach, Late))
    except TimeoutError:
        why = f"seen: no end within {limit:g} s; expected: an answer"
        verdict = Verdict(rule, "FAIL", why, rule.section, is_late=True)
    except wire.Silence:
        verdict = Verdict(rule, "FAIL", "seen: silence; expected: an answer", rule.section, is_late=True)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        why = f"seen: an answer that cannot be read ({type(error).__name__}: {error}); expected: its members"
        verdict = Verdict(rule, "FAIL", why, rule.section)
    except OSError as error:
        verdict = Verdict(rule, "FAIL", f"seen: {error}; expected: a connection", rule.section)
    finally:
        try:
            await bench.close()
        finally:
            pace.give_back(count)
    return dataclasses.replace(verdict, seconds=time.monotonic() - started)


async def run(
    rules: Sequence[Rule],
    path: str,
    survey: Survey,
    pace: Pace,
    limit: float,
    report: Callable[[Verdict], None],
    again: bool = True,
) -> list[Verdict]:
    """Tries all rules within `limit` seconds: the slow ones first, those that want to be alone last. A rule that was
    late among others is tried `again` when there are none, and that counts; what is wrong once is wrong."""

    async def tried(rule: Rule) -> None:
        verdict = await judge(rule, path, survey, pace)
        if again and verdict.is_late and not rule.alone:
            late.append(verdict)
        else:
            conclude(verdict)

    def conclude(verdict: Verdict) -> None:
        verdicts.append(verdict)
        report(verdict)

    async def all_tried() -> None:
        together = sorted((rule for rule in rules if not rule.alone), key=lambda rule: -rule.limit)
        ended = await asyncio.gather(
            *map(tried, (*together, *(rule for rule in rules if rule.alone))), return_exceptions=True
        )
        for error in ended:
            if isinstance(error, BaseException):
                raise error
        for verdict in late:
            second = await judge(verdict.rule, path, survey, pace, alone=True)
            conclude(dataclasses.replace(second, first=verdict.why))

    verdicts: list[Verdict] = []
    late: list[Verdict] = []
    try:
        async with asyncio.timeout(limit):
            await all_tried()
    except TimeoutError:
        pass
    judged = {verdict.rule.name for verdict in verdicts}
    unjudged = {verdict.rule.name: verdict for verdict in late if verdict.rule.name not in judged}
    for rule in rules:
        if rule.name not in judged:
            why = f"seen: no verdict within {limit:g} s; expected: one"
            conclude(unjudged.get(rule.name) or Verdict(rule, "FAIL", why, rule.section, is_missing=True))
    return verdicts
