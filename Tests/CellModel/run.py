# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""Explores every scene, and then shows that the loss of each ordering and each step is found in some scene."""

import argparse
import pathlib
import re
import sys
import time

from machine import Failure
from protocol import ORDERS, STEPS, UNORDERED
from scenes import SCENES, scene

# Orderings whose loss shows in no scene; README.md says why the code keeps them.
KEPT = {"cell opened", "cell shut", "word read"}
# A mutant whose scenes grow beyond this is not explored further: the next scene may find it.
MUTANT_LIMIT = 60_000


def explore(name, lost=None, limit=None):
    """How many states a scene has, and what is wrong with one of them; nil for nothing."""
    try:
        return scene(name, lost).machine.explore(limit), None
    except Failure as failure:
        return None, failure


def rows_in_code(root):
    """The rows that the code's comments name."""
    texts = [*root.glob("Sources/Halyard/Client/Cells/*.swift"), *root.glob("Sources/CHalyardThread/*.c")]
    return {row for text in texts for row in re.findall(r'// Row "([^"]+)"', text.read_text())}


def check_rows(root):
    """Every ordering of the model is a row of the code's, and the other way round."""
    named, modelled = rows_in_code(root), {row.split(",")[0] for row in ORDERS} | UNORDERED
    if named != modelled:
        sys.exit(f"rows of the code or of the model alone: {', '.join(sorted(named ^ modelled))}")
    return len(named)


def explore_scenes(wanted):
    total = 0
    for name in SCENES:
        if wanted not in name:
            continue
        start = time.monotonic()
        states, failure = explore(name)
        if failure:
            sys.exit(f"{name}: {failure}")
        print(f"scene: {name}: {states} states, {time.monotonic() - start:.1f} s", flush=True)
        total += states
    return total


def find(lost):
    """The first scene that finds a loss, and what it finds."""
    for name in SCENES:
        states, failure = explore(name, lost, MUTANT_LIMIT)
        if failure and failure.args[0] != f"more than {MUTANT_LIMIT} states":
            return name, failure
    return None, None


def find_losses(rows):
    found = 0
    for lost in rows:
        name, failure = find(lost)
        if (name is None) != (lost in KEPT):
            sys.exit(f"lost: {lost}: " + (f"found in {name}, although it is listed as kept" if name else "not found"))
        print(f"lost: {lost}: " + (f"{name}: {failure}" if name else "not found, see README.md"), flush=True)
        found += name is not None
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("root", type=pathlib.Path)
    arguments.add_argument("--scene", default="", help="only scenes whose names contain this")
    arguments.add_argument("--lose", help="only the loss of this ordering or step")
    arguments = arguments.parse_args()
    start = time.monotonic()
    rows = check_rows(arguments.root)
    if arguments.lose:
        find_losses([arguments.lose])
        return
    states = explore_scenes(arguments.scene)
    losses = [*ORDERS, *sorted(STEPS)]
    found = 0 if arguments.scene else find_losses(losses)
    print(
        f"cell model: {states} states, {found} of {len(losses)} losses found, {rows} rows, "
        f"{time.monotonic() - start:.0f} s")


main()
