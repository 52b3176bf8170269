#!/usr/bin/env python3
"""Runs a command for which the kernel refuses some system calls, as an older kernel does (ENOSYS), or a container whose
filter is older than they are (EPERM): refuse.py EPERM|ENOSYS NAME[,NAME...] COMMAND... Names: see CALLS, or all."""
import ctypes
import errno
import os
import struct
import sys

# The newer calls have the same numbers on every machine.
CALLS = {
    "close_range": [436],
    "epoll_pwait2": [441],
    "faccessat2": [439],
    "io_uring": [425, 426, 427],
    "landlock": [444, 445, 446],
    "openat2": [437],
    "pidfd": [424, 434, 438],
}
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 38, 22, 2
LOAD_NUMBER, IS_EQUAL, ANSWER, ALLOWED, REFUSED = 0x20, 0x15, 0x06, 0x7FFF0000, 0x00050000


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def main(error, names, *command):
    chosen = CALLS if names == "all" else names.split(",")
    step = lambda code, yes, no, value: struct.pack("HBBI", code, yes, no, value)
    steps = [step(LOAD_NUMBER, 0, 0, 0)]
    for number in (number for name in chosen for number in CALLS[name]):
        steps += [step(IS_EQUAL, 0, 1, number), step(ANSWER, 0, 0, REFUSED | getattr(errno, error))]
    steps.append(step(ANSWER, 0, 0, ALLOWED))
    text = ctypes.create_string_buffer(b"".join(steps))
    library = ctypes.CDLL(None, use_errno=True)
    program = Program(len(steps), ctypes.addressof(text))
    if os.geteuid() != 0:
        library.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if library.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(program), 0, 0):
        sys.exit(os.strerror(ctypes.get_errno()))
    os.execvp(command[0], command)


main(*sys.argv[1:])
