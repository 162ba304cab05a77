# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Checks that contexts and flags are varied enough, according to the engine's own results."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from typing import Any
from urllib.request import urlopen

from testserver.messages import encoded

from .generator import COMMON, contexts

#: The minimums. An engine that returns false for everything reaches only the first.
LEAST_CONTEXTS = 500
LEAST_ON = 5000
LEAST_OFF = 5000
LEAST_DIFFERING_PERCENT = 30
LEAST_EDGE_PERCENT = 5

#: Flags that are off for everyone, and flags that are on for everyone. Every other flag must be seen both ways.
ALWAYS_OFF = {"nobody", "retired", "retired.variants"}
ALWAYS_ON = {"constraint.app", "everyone", "variant.number"}
#: Flags that depend on the clock of a server that ignores the context's time.
BY_THE_CLOCK = {"server": {"constraint.date"}, "edge": set[str]()}
#: The number of variants of all flags.
VARIANTS = 19


def figures(results: list[dict[str, Any]]) -> dict[str, int]:
    """Counts the engine's results for a list of contexts."""
    served: dict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for name, flag in result["flags"].items():
            if flag["variant"]["enabled"]:
                served[name][flag["variant"]["name"]] += 1
    commonest = {name: counts.most_common(1)[0][0] for name, counts in served.items()}
    answers = [flag["enabled"] for result in results for flag in result["flags"].values()]
    return {
        "contexts": len(results),
        "on": sum(answers),
        "off": len(answers) - sum(answers),
        "variants": sum(len(counts) for counts in served.values()),
        "differing": sum(_differs(result, commonest) for result in results),
        "edges": sum(bool(result["edges"]) for result in results),
    }


def shortcomings(results: list[dict[str, Any]], flavour: str) -> list[str]:
    """The minimums that the contexts don't reach."""
    found = figures(results)
    contexts = found["contexts"]
    rules = [
        (contexts >= LEAST_CONTEXTS, f"{contexts} contexts, {LEAST_CONTEXTS} needed"),
        (found["on"] >= LEAST_ON, f"{found['on']} answers are on, {LEAST_ON} needed"),
        (found["off"] >= LEAST_OFF, f"{found['off']} answers are off, {LEAST_OFF} needed"),
        (found["variants"] == VARIANTS, f"{found['variants']} variants were served, {VARIANTS} needed"),
        (
            found["differing"] * 100 >= contexts * LEAST_DIFFERING_PERCENT,
            f"{found['differing']} contexts see differing variants, {LEAST_DIFFERING_PERCENT} % needed",
        ),
        (
            found["edges"] * 100 >= contexts * LEAST_EDGE_PERCENT,
            f"{found['edges']} contexts are at an edge, {LEAST_EDGE_PERCENT} % needed",
        ),
    ]
    return [words for holds, words in rules if not holds] + _uniform(results, flavour)


def _differs(result: dict[str, Any], commonest: dict[str, str]) -> bool:
    """True if some flag serves a variant other than its most frequent variant."""
    variants = ((name, flag["variant"]) for name, flag in result["flags"].items())
    return any(variant["enabled"] and variant["name"] != commonest[name] for name, variant in variants)


def _uniform(results: list[dict[str, Any]], flavour: str) -> list[str]:
    seen: dict[str, set[bool]] = defaultdict(set)
    for result in results:
        for name, flag in result["flags"].items():
            seen[name].add(flag["enabled"])
    problems = []
    for name, values in sorted(seen.items()):
        expected = {False} if name in ALWAYS_OFF else {True} if name in ALWAYS_ON else {False, True}
        if values != expected and name not in BY_THE_CLOCK[flavour]:
            problems.append(f"{name} is seen {sorted(values)}, expected {sorted(expected)}")
    return problems


def main() -> int:
    """Queries a running server, prints counts, and fails if a minimum isn't reached."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("flavour", choices=sorted(BY_THE_CLOCK))
    parser.add_argument("url")
    parser.add_argument("contexts", type=int)
    parser.add_argument("seed", type=int)
    options = parser.parse_args()
    asked = {"contexts": contexts(options.seed, options.contexts), "common": COMMON}
    with urlopen(f"{options.url}/_evaluate", data=encoded(asked), timeout=300) as response:
        results = json.load(response)
    words = " ".join(f"{name}={value}" for name, value in figures(results).items())
    print(f"{options.flavour}: the engine's answers: {words}")
    lacking = shortcomings(results, options.flavour)
    for problem in lacking:
        print(f"lacking: {problem}")
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
