# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Flags and segments that refer to one another, in the strict form that the vendor's evaluator reads."""

from __future__ import annotations

import random
from typing import Any

from .clauses import INVALID_REFERENCES, clause, invalid, part_exists, reference
from .contexts import KEYS, KINDS

FLAGS = [*(f"flag-{number}" for number in range(6)), "größe", "a/b c"]
SEGMENTS = [f"segment-{number}" for number in range(6)]
_VARIATIONS = [
    [True, False], [False, True], ["a", "b", "c"], [0, 1, 2.5, -3], [{"a": [1, None]}, {}, []], [None, True], ["only"],
    [True, "two", 3, None], [],
]  # fmt: skip
_SALTS = ["", "salt", "7f3c", "größe", "a.b"]
_WEIGHTS = [
    [50_000, 50_000], [10_000, 20_000, 70_000], [33_333, 33_333, 33_334], [0, 100_000], [100_000], [1, 1], [0, 0],
    [90_000, 90_000], [20_000, 20_000],
]  # fmt: skip


def document(source: random.Random) -> dict[str, Any]:
    """Returns a document like a response of the poll for servers."""
    flags = {key: _flag(source, key, number) for number, key in enumerate(FLAGS) if source.random() < 0.97}
    segments = {key: _segment(source, key, number) for number, key in enumerate(SEGMENTS) if source.random() < 0.9}
    return {"flags": flags, "segments": segments}


def _some(source: random.Random, chance: float) -> bool:
    return source.random() < chance


# MARK: Flags


def _flag(source: random.Random, key: str, number: int) -> dict[str, Any]:
    variations = source.choice(_VARIATIONS if _some(source, 0.3) else _VARIATIONS[:-1])
    flag: dict[str, Any] = {
        "key": key,
        "version": source.randrange(1, 1000),
        "on": _some(source, 0.88),
        "variations": variations,
        "fallthrough": _served(source, len(variations), guarded=None),
        "salt": source.choice(_SALTS),
    }
    if _some(source, 0.8):
        flag["offVariation"] = _index(source, len(variations))
    if _some(source, 0.3):
        flag["prerequisites"] = [_prerequisite(source, number) for _ in range(source.choice([1, 1, 2]))]
    if _some(source, 0.5):
        flag["targets"] = [_target(source, len(variations)) for _ in range(source.randrange(4))]
    if _some(source, 0.3):
        flag["contextTargets"] = [_context_target(source, len(variations)) for _ in range(source.randrange(5))]
    flag["rules"] = [_rule(source, len(variations)) for _ in range(source.choice([0, 1, 2, 3, 4]))]
    if _some(source, 0.02):
        flag["deleted"] = True
    if _some(source, 0.2):
        flag |= {"trackEvents": True, "trackEventsFallthrough": True, "debugEventsUntilDate": 1.5e12, "samplingRatio": 0}
    if _some(source, 0.2):
        flag |= {"clientSideAvailability": {"usingMobileKey": False, "usingEnvironmentId": True}, "clientSide": True}
    if _some(source, 0.05):
        flag |= {"migration": {"checkRatio": 2}, "excludeFromSummaries": True}
    return flag


def _index(source: random.Random, count: int) -> int:
    return source.randrange(max(count, 1)) if source.random() < 0.97 else source.choice([-1, count, 9])


def _prerequisite(source: random.Random, number: int) -> dict[str, Any]:
    chance = source.random()
    # Most prerequisites are flags further down, so that cycles are seldom.
    keys = FLAGS[number + 1 :] or FLAGS if chance < 0.88 else FLAGS if chance < 0.96 else ["missing"]
    return {"key": source.choice(keys), "variation": source.choice([0, 0, 0, 1, 1, 1, 2, -1, 9])}


def _target(source: random.Random, count: int) -> dict[str, Any]:
    return {"values": source.sample(KEYS, source.randrange(12)), "variation": _index(source, count)}


def _context_target(source: random.Random, count: int) -> dict[str, Any]:
    target = _target(source, count)
    kind = source.choice(["user", "", None, *KINDS])
    if kind is not None:
        target["contextKind"] = kind
    if kind in ("user", "", None) and source.random() < 0.8:
        target["values"] = []
    return target


def _rule(source: random.Random, count: int) -> dict[str, Any]:
    chance = source.random()
    kind = None
    if chance < 0.04:
        clauses = invalid(source)
    elif chance < 0.2:
        kind = source.choice(KINDS)
        clauses = [part_exists(kind)]
    else:
        clauses = [clause(source, SEGMENTS) for _ in range(source.choice([0, 1, 1, 1, 1, 2, 2, 3]))]
    rule = {"clauses": clauses, **_served(source, count, guarded=kind)}
    if _some(source, 0.8):
        rule["id"] = f"rule-{source.randrange(100)}"
    if _some(source, 0.1):
        rule["trackEvents"] = True
    return rule


def _served(source: random.Random, count: int, guarded: str | None) -> dict[str, Any]:
    """Returns a variation, a rollout, or seldom neither or both. `guarded` is a kind whose part exists."""
    chance = source.random()
    if chance < 0.5:
        return {"variation": _index(source, count)}
    if chance < 0.52:
        return {}
    served = {"rollout": _rollout(source, count, guarded)}
    if chance < 0.54:
        served["variation"] = _index(source, count)
    return served


def _rollout(source: random.Random, count: int, guarded: str | None) -> dict[str, Any]:
    weights = source.choice(_WEIGHTS) if _some(source, 0.96) else []
    # For a context without a part of the kind, Python's SDK also serves a first variation without a weight.
    if guarded is None and weights and weights[0] == 0:
        weights = [1, *weights]
    variations: list[dict[str, Any]] = [{"variation": _index(source, count), "weight": weight} for weight in weights]
    rollout: dict[str, Any] = {"variations": variations}
    kind = source.choice(["experiment", "experiment", "rollout", "unknown", None])
    if kind is not None:
        rollout["kind"] = kind
    for variation in variations:
        if _some(source, 0.25):
            variation["untracked"] = True
    if guarded is not None:
        rollout["contextKind"] = guarded
    elif _some(source, 0.5):
        rollout["contextKind"] = source.choice(["", "user", *KINDS])
    if _some(source, 0.4):
        rollout["seed"] = source.choice([0, 1, 61, -7, 2**31, 2**52])
    if _some(source, 0.4):
        allows_invalid = kind == "experiment" or guarded is not None
        rollout["bucketBy"] = _bucket_by(source, rollout.get("contextKind"), allows_invalid=allows_invalid)
    return rollout


def _bucket_by(source: random.Random, kind: str | None, *, allows_invalid: bool) -> str:
    if allows_invalid and kind and _some(source, 0.2):
        return source.choice([invalid for invalid in INVALID_REFERENCES if invalid])
    if kind:
        return source.choice(["", "key", reference(source, ["text", "number"])])
    return source.choice(["", "key", "plan", "age", "/plan", "total", "anonymous", "groups", "missing", "//"])


# MARK: Segments


def _segment(source: random.Random, key: str, number: int) -> dict[str, Any]:
    segment: dict[str, Any] = {"key": key, "version": source.randrange(1, 1000), "salt": source.choice(_SALTS)}
    for name in ("included", "excluded"):
        if _some(source, 0.4):
            segment[name] = source.sample(KEYS, source.randrange(5))
        if _some(source, 0.25):
            segment[f"{name}Contexts"] = [_segment_target(source) for _ in range(source.choice([1, 2]))]
    segment["rules"] = [_segment_rule(source, number) for _ in range(source.choice([0, 1, 1, 2]))]
    if _some(source, 0.12):
        segment["unbounded"] = True
        if _some(source, 0.8):
            segment["generation"] = source.randrange(1, 9)
        if _some(source, 0.4):
            segment["unboundedContextKind"] = source.choice(KINDS)
    if _some(source, 0.03):
        segment["deleted"] = True
    return segment


def _segment_target(source: random.Random) -> dict[str, Any]:
    target: dict[str, Any] = {"values": source.sample(KEYS, source.randrange(6))}
    if _some(source, 0.85):
        target["contextKind"] = source.choice(KINDS)
    return target


def _segment_rule(source: random.Random, number: int) -> dict[str, Any]:
    # Most segments in clauses are further down, so that cycles are seldom.
    below = SEGMENTS[number + 1 :] if _some(source, 0.9) else SEGMENTS
    clauses = [clause(source, below or ["missing"]) for _ in range(source.choice([0, 1, 1, 2]))]
    rule: dict[str, Any] = {"clauses": clauses}
    if _some(source, 0.5):
        rule["id"] = f"rule-{source.randrange(100)}"
    if _some(source, 0.4):
        kind = source.choice(["user", *KINDS])
        rule["weight"] = source.choice([0, 1, 25_000, 50_000, 99_999, 100_000])
        if kind != "user" or _some(source, 0.5):
            rule["rolloutContextKind"] = kind
        # The vendor's evaluators disagree about a context without a part of the kind.
        rule["clauses"] = [part_exists(kind), *clauses]
        if _some(source, 0.5):
            rule["bucketBy"] = _bucket_by(source, rule.get("rolloutContextKind"), allows_invalid=True)
    return rule
