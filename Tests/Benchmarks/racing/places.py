"""Where things are."""

import os

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PACKAGE = os.path.dirname(os.path.dirname(HERE))
PEERS = os.path.join(HERE, "peers")
BUILD = os.path.join(PACKAGE, ".build", "race")
BIN = os.path.join(BUILD, "bin")
RESULTS = os.path.join(BUILD, "results.json")
TABLES = os.path.join(BUILD, "results.md")
SCREEN_RESULTS = os.path.join(BUILD, "screens.json")
SCREEN_TABLES = os.path.join(BUILD, "screens.md")


def peer(*parts):
    """A file of a peer's source."""
    return os.path.join(PEERS, *parts)


def built(name):
    """A program that `building` made."""
    return os.path.join(BIN, name)


def swift(tree, product):
    """A product of one of the Swift builds."""
    return os.path.join(BUILD, tree, "release", product)


def python(peer):
    """The interpreter that has a peer's packages."""
    return os.path.join(BUILD, "python", peer, "bin", "python")
