"""Servers that break one rule each: a good server behind a proxy that spoils exactly one thing.

Each is a class that says what it does wrong and names the rules that must notice."""

import mutants_calls
import mutants_end
import mutants_hello
import mutants_introspection
import mutants_streams
import mutants_wire
from tap import Tap


def all_mutants() -> dict[str, type[Tap]]:
    """Every mutant by its name, as `reply-twice`."""
    found = [
        value
        for module in (
            mutants_hello,
            mutants_wire,
            mutants_calls,
            mutants_streams,
            mutants_end,
            mutants_introspection,
        )
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Tap) and value.rules
    ]
    return {_name(mutant.__name__): mutant for mutant in found}


def one_of_each_chapter() -> dict[str, type[Tap]]:
    """The first mutant of each chapter of rules, which is what stands before the dot of the first rule that it
    names."""
    found: dict[str, tuple[str, type[Tap]]] = {}
    for name, mutant in all_mutants().items():
        found.setdefault(mutant.rules[0].partition(".")[0], (name, mutant))
    return dict(found.values())


def _name(text: str) -> str:
    name = ""
    for index, character in enumerate(text):
        if character.isupper() and index and not text[index - 1].isupper():
            name += "-"
        name += character.lower()
    return name
