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
    """Returns the shortest times of a read with two clauses, with a variation and with a rollout, on one line."""
    variation, rollout = (_nanoseconds(served) for served in ({"variation": 1}, {"rollout": {"variations": _WEIGHTS}}))
    return f"a read with two clauses {variation} ns, with two clauses and a rollout {rollout} ns"


_CLAUSES = [
    {"contextKind": "user", "attribute": "plan", "op": "in", "values": ["bronze", "gold", "silver"]},
    {"contextKind": "user", "attribute": "age", "op": "greaterThanOrEqual", "values": [18]},
]
_WEIGHTS = [{"variation": 0, "weight": 50_000}, {"variation": 1, "weight": 50_000}]
_FLAG = {
    "key": "flag", "version": 1, "on": True, "variations": [False, True], "offVariation": 0, "fallthrough": {"variation": 0},
    "salt": "0123456789abcdef0123456789abcdef",
}  # fmt: skip
_CONTEXT = {"kind": "user", "key": "user-1000", "plan": "gold", "age": 42, "country": "de", "beta": True}


def _nanoseconds(served: dict[str, Any]) -> int:
    rule = {"id": "rule", "clauses": _CLAUSES, **served}
    judge = LaunchDarkly({"flags": {"flag": {**_FLAG, "rules": [rule]}}, "segments": {}})
    context = parsed(_CONTEXT)
    if judge.evaluate_parsed("flag", context).reason["kind"] != "RULE_MATCH":
        raise ValueError("The measured evaluation doesn't match the rule.")
    evaluate = judge.call("flag")
    rounds = timeit.repeat(lambda: evaluate(context), number=_REPETITIONS, repeat=_ROUNDS)
    return round(min(rounds) / _REPETITIONS * 1e9)
