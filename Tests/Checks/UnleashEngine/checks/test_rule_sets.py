# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Sets of rules: their seed, their contents, and that nothing in them is random."""

from __future__ import annotations

import json
import unittest
from collections import Counter
from collections.abc import Iterator
from typing import Any

from server.rules.constraints import OPERATORS
from server.rules.sets import CONTEXTS, FLAGS, RuleSets

from .cases import ServerCase

#: A constant seed for these checks. The script uses other seeds.
_SEED = 4711
_STRATEGIES = {
    "default", "userWithId", "flexibleRollout", "gradualRolloutUserId", "gradualRolloutSessionId",
    "gradualRolloutRandom", "remoteAddress", "applicationHostname", "nobody knows it",
}  # fmt: skip


def _features(count: int) -> Iterator[dict[str, Any]]:
    sets = RuleSets(_SEED)
    for number in range(count):
        yield from sets.reach(number).document["features"]


class Sets(unittest.TestCase):
    """The generator's output."""

    def test_the_same_seed_makes_the_same_sets(self) -> None:
        one, other = RuleSets(_SEED), RuleSets(_SEED)
        self.assertEqual([one.reach(number) for number in range(20)][-1], other.reach(19))
        self.assertNotEqual(RuleSets(_SEED + 1).reach(19), other.reach(19))

    def test_a_set_has_forty_decisions(self) -> None:
        sets = RuleSets(_SEED)
        for number in range(100):
            made = sets.reach(number)
            self.assertEqual((len(made.document["features"]), len(made.contexts)), (FLAGS, CONTEXTS))
        self.assertEqual(FLAGS * CONTEXTS, 40)

    def test_every_operator_and_strategy_is_there(self) -> None:
        seen: Counter[str] = Counter()
        names: Counter[str] = Counter()
        for feature in _features(200):
            for strategy in feature["strategies"]:
                names[strategy["name"]] += 1
                for constraint in strategy.get("constraints", []):
                    seen[constraint["operator"]] += 1
                    seen[f"inverted {constraint.get('inverted', False)}"] += 1
                seen["segments"] += len(strategy.get("segments", []))
                seen["strategy variants"] += len(strategy.get("variants", []))
            seen["variants"] += len(feature.get("variants", []))
            seen["overrides"] += sum(len(variant.get("overrides", [])) for variant in feature.get("variants", []))
            for parent in feature.get("dependencies", []):
                seen["parents"] += 1
                seen[f"parents {parent.get('enabled', True)}"] += 1
                seen["parents with variants"] += bool(parent.get("variants"))
            seen["off"] += not feature["enabled"]
        self.assertEqual(set(names), _STRATEGIES)
        for name in [*OPERATORS, "inverted True", "segments", "strategy variants", "variants", "overrides", "parents"]:
            self.assertGreaterEqual(seen[name], 20, name)
        for name in ("parents False", "parents with variants", "off"):
            self.assertGreaterEqual(seen[name], 20, name)

    def test_some_of_a_set_stays(self) -> None:
        sets = RuleSets(_SEED)
        texts = [
            {json.dumps(feature) for feature in sets.reach(number).document["features"]} for number in range(50)
        ]
        stays = sum(len(before & after) for before, after in zip(texts, texts[1:]))
        self.assertTrue(50 < stays < 300, stays)


class Decisions(ServerCase):
    """The engine's results for sets."""

    def test_nothing_is_left_to_chance(self) -> None:
        for number in range(60):
            served = self.server.post({}, f"/_rules/set?seed={_SEED}&number={number}").json
            self.assertEqual(len(served["results"]), CONTEXTS)
            for _ in range(3):
                again = self.server.post({"contexts": served["contexts"]}, "/_rules/evaluate").json
                self.assertEqual(again, served["results"], number)

    def test_a_number_is_the_same_set_in_any_order(self) -> None:
        first, second, third = (
            self.server.post({}, f"/_rules/set?seed={_SEED}&number={number}").json for number in (3, 1, 3)
        )
        self.assertEqual((first["contexts"], first["results"]), (third["contexts"], third["results"]))
        self.assertNotEqual(first["contexts"], second["contexts"])
