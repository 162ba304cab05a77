# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""What is explored: a few threads each, and all that may come of them.

The last thread of each scene waits for the others and takes all counts, so that the reads made can be compared with the
reads reported.
"""

from protocol import Scene

READ, TEXT, OTHER = ("read", 0), ("read", 0, True), ("read", 1)
END, DRAIN = ("end",), ("drain",)
CLOSE = [("join",), DRAIN]

SCENES = {
    "a name is added while two threads read": dict(
        names=False, programs=[[READ, READ], [READ, READ], CLOSE]),
    "a block is added while two threads read": dict(
        names=False, cells=(True,), programs=[[READ, READ], [READ], CLOSE]),
    "entries grow while a window is closed": dict(
        cells=(True,), programs=[[READ, READ, READ], [DRAIN], CLOSE]),
    "a text is replaced twice": dict(
        programs=[[TEXT, TEXT, TEXT, TEXT], [("replace", 2), ("replace", 3)], CLOSE]),
    "two windows are closed at once": dict(
        programs=[[READ, READ, READ, READ], [DRAIN], [DRAIN], CLOSE]),
    "a count is full": dict(
        full=2, programs=[[READ, READ, READ, READ, READ, READ], [DRAIN], CLOSE]),
    "what was served is forgotten": dict(
        programs=[[READ, READ, READ, READ], [("replace", 2), ("forget", 1)], CLOSE]),
    "a thread ends while another closes windows": dict(
        begun=False, programs=[[TEXT, TEXT, TEXT, END], [DRAIN, DRAIN], CLOSE]),
    "a thread ends and another takes its tally": dict(
        begun=False, tallies=1, programs=[[TEXT, TEXT, END, TEXT], [TEXT, TEXT], CLOSE]),
    "a thread ends while flags are replaced": dict(
        begun=False, programs=[[TEXT, TEXT, TEXT, END], [("replace", 2), DRAIN], CLOSE]),
    "two threads end while a window is closed": dict(
        programs=[[TEXT, TEXT, END], [TEXT, END], [DRAIN], CLOSE]),
    "one thread tells another that flags were replaced": dict(
        programs=[[READ, READ, ("tell",)], [READ, READ, ("hear",), READ], [("replace", 2)], CLOSE]),
    "two flags are replaced at once": dict(
        cells=(False, False), programs=[[READ, OTHER, READ], [OTHER], [("replace", 2)], CLOSE]),
    "two threads read while a flag is replaced": dict(
        programs=[[READ, READ, READ], [READ, READ], [("replace", 2)], CLOSE]),
}


def scene(name, lost=None):
    return Scene(name, lost=lost, **SCENES[name])
