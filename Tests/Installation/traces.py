"""What is left on the whole disk of what a machine had in its store: the store's own bytes, the machine key, people's
names.

    traces.py note STORE KEY    notes in /test/traces what to look for; KEY is a file with the machine key's 32 bytes
    traces.py search            prints each file that has some of it, and fails if there is one

Not searched are /test and /tmp, where the story itself keeps copies, and the journal of the system.
"""

import base64
import json
import os
import sys
import zlib

NOTES = "/test/traces"
SEALED = "/etc/credstore.encrypted/seam-machine-key"
NAMES = [b"Ada Moreno", b"user_ada_harbour"]
LEFT_OUT = ("/proc", "/sys", "/dev", "/test", "/tmp", "/var/log/journal", "/run/log/journal", "/run/credentials")
PIECE, MOST = 48, 24


def pieces(path):
    """Pieces of a file that stand in no other file by chance: sealed rows look like noise."""
    with open(path, "rb") as file:
        data = file.read()
    places = range(0, len(data) - PIECE, max(PIECE, len(data) // 20_000))
    found = [data[at:at + PIECE] for at in places]
    noise = [piece for piece in found if len(set(piece)) > 36 and len(zlib.compress(piece)) > PIECE]
    return noise[::max(1, len(noise) // MOST)]


def note(store, key_file):
    with open(key_file, "rb") as file:
        key = file.read()
    assert len(key) == 32
    wanted = list(NAMES) + [key, key.hex().encode(), base64.b64encode(key), base64.urlsafe_b64encode(key).rstrip(b"=")]
    with open(SEALED, "rb") as file:
        wanted += [line for line in file.read().split(b"\n") if len(line) > 40]
    for path in (store, store + "-wal"):
        if os.path.exists(path):
            wanted += pieces(path)
    assert len(wanted) > 20, "the store has nothing to look for"
    with open(NOTES, "w", encoding="ascii") as file:
        json.dump([piece.hex() for piece in wanted], file)


def files():
    for folder, folders, names in os.walk("/"):
        folders[:] = [name for name in folders if not os.path.join(folder, name).startswith(LEFT_OUT)]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and not os.path.islink(path):
                yield path


def search():
    with open(NOTES, encoding="ascii") as file:
        wanted = [bytes.fromhex(piece) for piece in json.load(file)]
    count = 0
    for path in files():
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            continue
        found = [piece for piece in wanted if piece in data]
        if found:
            count += 1
            print(f"{path}: {'a name' if found[0] in NAMES else 'bytes of the store or of the key'}")
    return count


if sys.argv[1] == "note":
    note(*sys.argv[2:])
else:
    sys.exit(1 if search() else 0)
