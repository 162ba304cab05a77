# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The generated sets: their seed, their variety, and that both forms of the rules mean the same."""

from __future__ import annotations

import json
import unittest
from collections import Counter
from typing import Any
from unittest import mock

from engine.clauses import OPERATORS, invalid
from engine.evaluation import LaunchDarkly
from engine.sets import CONTEXTS, rule_set

#: A constant seed for these checks. The script uses other seeds.
_SEED = 4711
_SETS = [rule_set(_SEED, number) for number in range(150)]


class SeedTests(unittest.TestCase):
    """A set depends on its seed and number only."""

    def test_same_seed(self) -> None:
        """The same seed and number give the same set."""
        self.assertEqual(rule_set(_SEED, 7), rule_set(_SEED, 7))

    def test_other_seeds(self) -> None:
        """Other seeds and numbers give other sets."""
        sets = [rule_set(seed, number).loose for seed, number in [(1, 0), (1, 1), (2, 0), (11, 0), (1, 10)]]
        self.assertEqual(len({json.dumps(made) for made in sets}), 5)


class VarietyTests(unittest.TestCase):
    """The sets contain everything that decides an evaluation."""

    def test_operators(self) -> None:
        """Each operator is met and not met."""
        from ldclient.impl import operators

        seen: Counter[tuple[str, bool]] = Counter()

        def counting(name: str) -> Any:
            original = operators.ops[name]

            def compare(*arguments: Any) -> bool:
                result = original(*arguments)
                seen[name, bool(result)] += 1
                return result

            return compare

        known = {name: counting(name) for name in OPERATORS if name in operators.ops}
        self.assertEqual(len(known), 14)
        with mock.patch.dict(operators.ops, known):
            for made in _SETS:
                made.with_results(LaunchDarkly(made.strict))
        for name in known:
            for is_met in (True, False):
                self.assertGreaterEqual(seen[name, is_met], 5, (name, is_met))

    def test_properties(self) -> None:
        """All properties of flags and segments occur, and the awkward ones of contexts."""
        text = json.dumps([made.strict for made in _SETS])
        for name in (
            "prerequisites", "targets", "contextTargets", "rollout", "experiment", "untracked", "seed", "bucketBy",
            "contextKind", "segmentMatch", "included", "excludedContexts", "rolloutContextKind", "unbounded", "generation",
            "deleted", "negate", "trackEvents", "migration",
        ):  # fmt: skip
            self.assertIn(f'"{name}"', text)
        contexts = json.dumps([context for made in _SETS for _, context in made.reads])
        for name in ("multi", "anonymous", "privateAttributes", "/plan", "/address/city", "33333.0"):
            self.assertIn(name, contexts)

    def test_reads(self) -> None:
        """Each set has the same number of reads."""
        self.assertEqual({len(made.reads) for made in _SETS}, {CONTEXTS})


class FormTests(unittest.TestCase):
    """The loose form of the rules differs from the strict form only in gaps and spellings."""

    def test_gaps(self) -> None:
        """Each kind of gap occurs."""
        text = json.dumps([made.loose for made in _SETS])
        for part in ('"rules": null', '"clauses": null', '"values": null', '"variation": 1.0', '"weight": 50000.0', '"comment"'):
            self.assertIn(part, text)
        flags = [flag for made in _SETS for flag in made.loose["flags"].values() if isinstance(flag, dict)]
        for name in ("key", "rules", "on", "salt"):
            self.assertTrue(any(name not in flag for flag in flags), name)

    def test_same_meaning(self) -> None:
        """Without gaps, unknown properties, and damage, both forms are equal."""
        for made in _SETS:
            loose = _filled(made.loose)
            strict = _filled(made.strict)
            for kind in ("flags", "segments"):
                for key, item in strict.get(kind, {}).items():
                    self.assertEqual({**loose[kind][key], "key": key}, item)

    def test_damage(self) -> None:
        """Damaged flags aren't in the strict form, and occur often enough."""
        damaged = [made for made in _SETS if made.damaged]
        self.assertGreaterEqual(len(damaged), 10)
        for made in damaged:
            self.assertNotIn(made.damaged, made.strict["flags"])


class JudgeTests(unittest.TestCase):
    """The judge evaluates as the SDK's client does."""

    _flag = {"key": "a", "version": 1, "on": True, "variations": [False, True], "rules": [], "fallthrough": {"variation": 1}}

    def test_missing(self) -> None:
        """A missing or deleted flag has an error."""
        judge = LaunchDarkly({"flags": {"a": {**self._flag, "deleted": True}}, "segments": {}})
        for key in ("a", "b"):
            reason = judge.evaluate(key, {"kind": "user", "key": "u"}).reason
            self.assertEqual(reason, {"kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"})

    def test_invalid_references(self) -> None:
        """An invalid reference makes the evaluation fail."""
        import random

        for seed in range(30):
            rule = {"clauses": invalid(random.Random(seed)), "variation": 0}
            kind = rule["clauses"][0]["contextKind"]
            judge = LaunchDarkly({"flags": {"a": {**self._flag, "rules": [rule]}}, "segments": {}})
            self.assertEqual(judge.evaluate("a", {"kind": kind, "key": "k"}).reason["kind"], "ERROR")
            self.assertEqual(judge.evaluate("a", {"kind": "other", "key": "k"}).reason["kind"], "FALLTHROUGH")

    def test_integers(self) -> None:
        """An attribute `33333.0` has the same bucket as `33333`."""
        rollout = {"bucketBy": "age", "variations": [{"variation": 0, "weight": 50_000}, {"variation": 1, "weight": 50_000}]}
        flag = {**self._flag, "key": "hashKey", "salt": "saltyA", "fallthrough": {"rollout": rollout}}
        judge = LaunchDarkly({"flags": {"a": flag}, "segments": {}})
        # The bucket is 0.54771423, and that of a value without a bucket is 0.
        for age, variation in [(33333, 1), (33333.0, 1), ("33333", 1), (33333.5, 0), (True, 0)]:
            self.assertEqual(judge.evaluate("a", {"kind": "user", "key": "u", "age": age}).variation, variation, age)


_EMPTY: tuple[Any, ...] = (None, False, "", [], {})
_UNKNOWN = {"_id", "comment", "values2", "", "metrics", "configurations"}


def _filled(value: Any, name: str = "") -> Any:
    """Returns a document without properties that are empty or unknown, and with integers for whole numbers."""
    if name == "values" or name == "variations" and not any(isinstance(item, dict) and "weight" in item for item in value or []):
        return value
    if isinstance(value, dict):
        made = {key: _filled(item, key) for key, item in value.items() if key not in _UNKNOWN}
        return {key: item for key, item in made.items() if not _is_empty(item)}
    if isinstance(value, list):
        return [_filled(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_empty(value: Any) -> bool:
    return any(value is empty or (value == empty and type(value) is type(empty)) for empty in _EMPTY)
