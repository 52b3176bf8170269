"""A second opinion on what a terminal shows: pyte. Reads lines of "WIDTH HEIGHT HEX" (a new screen), or "HEX" (more
bytes), and answers each with the rows' texts and, for each cell that is no plain blank, "x y foreground background
attributes", in one line of JSON."""

import json
import sys

import pyte

NAMES = {"bold": 1, "italics": 4, "underscore": 8, "reverse": 16, "strikethrough": 32}


def cells(screen: pyte.Screen) -> list[str]:
    found = []
    for y in range(screen.lines):
        for x in range(screen.columns):
            char = screen.buffer[y][x]
            flags = sum(bit for name, bit in NAMES.items() if getattr(char, name))
            blank = char.data == " " and char.bg == "default" and not flags & (8 | 16 | 32)
            if not blank:
                found.append(
                    f"{x} {y} {char.fg if char.data.strip() else '-'} {char.bg} "
                    f"{flags if char.data.strip() else flags & 56}")
    return found


screen = stream = None
for line in sys.stdin:
    fields = line.split()
    if len(fields) == 3:
        screen = pyte.Screen(int(fields[0]), int(fields[1]))
        stream = pyte.ByteStream(screen)
    stream.feed(bytes.fromhex(fields[-1]))
    print(
        json.dumps({"lines": screen.display, "cells": cells(screen), "x": screen.cursor.x, "y": screen.cursor.y}),
        flush=True)
