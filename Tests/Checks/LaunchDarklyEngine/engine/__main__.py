# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Writes rule sets with their results to standard output, one set a line, or measures the evaluator."""

from __future__ import annotations

import argparse
import json
import sys

from .evaluation import AllFalse, LaunchDarkly
from .sets import rule_set
from .timing import measured

_ENGINES = {"launchdarkly": LaunchDarkly, "all-false": AllFalse}


def main() -> None:
    """Runs the program."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first set (default: 0)")
    parser.add_argument("--sets", type=int, default=1000, help="number of sets (default: 1000)")
    parser.add_argument("--engine", choices=_ENGINES, default="launchdarkly", help="evaluator (default: launchdarkly)")
    parser.add_argument("--time", action="store_true", help="print the nanoseconds of an evaluation instead")
    options = parser.parse_args()
    if options.time:
        print(measured())
        return
    sys.stdout.reconfigure(encoding="utf-8")  # type: ignore[union-attr]
    for number in range(options.first, options.first + options.sets):
        rules = rule_set(options.seed, number)
        line = rules.with_results(_ENGINES[options.engine](rules.strict))
        print(json.dumps({"set": number, **line}, ensure_ascii=False))


main()
