# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The time of an evaluation by the Python SDK, to compare with Halyard's benchmarks."""

from __future__ import annotations

import timeit
from typing import Any

from .evaluation import LaunchDarkly, parsed

_REPETITIONS = 20_000
_ROUNDS = 5


def measured() -> str:
    """Returns the shortest times of a read with two clauses and of a rollout, on one line."""
    two = _nanoseconds({"rules": [{"id": "two", "variation": 1, "clauses": _CLAUSES}]}, "RULE_MATCH")
    rollout = _nanoseconds({"fallthrough": {"rollout": {"variations": _WEIGHTS}}}, "FALLTHROUGH")
    return f"a read with two clauses {two} ns, a rollout {rollout} ns"


_CLAUSES = [
    {"contextKind": "user", "attribute": "plan", "op": "in", "values": ["bronze", "gold", "silver"]},
    {"contextKind": "user", "attribute": "age", "op": "greaterThanOrEqual", "values": [18]},
]
_WEIGHTS = [{"variation": 0, "weight": 50_000}, {"variation": 1, "weight": 50_000}]
_FLAG = {
    "key": "flag", "version": 1, "on": True, "variations": [False, True], "offVariation": 0, "fallthrough": {"variation": 0},
    "salt": "salt", "rules": [],
}  # fmt: skip
_CONTEXT = {"kind": "user", "key": "user-1000", "plan": "gold", "age": 42, "country": "de", "beta": True}


def _nanoseconds(changes: dict[str, Any], reason: str) -> int:
    judge = LaunchDarkly({"flags": {"flag": {**_FLAG, **changes}}, "segments": {}})
    context = parsed(_CONTEXT)
    if judge.evaluate_parsed("flag", context).reason["kind"] != reason:
        raise ValueError(f"The measured evaluation doesn't have the reason {reason}.")
    evaluate = judge.call("flag")
    rounds = timeit.repeat(lambda: evaluate(context), number=_REPETITIONS, repeat=_ROUNDS)
    return round(min(rounds) / _REPETITIONS * 1e9)
