# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Flags and contexts from a seed, and the engine's decisions about them."""

from __future__ import annotations

import unittest
from collections import Counter
from typing import Any

from server.contexts import contexts
from server.evaluation import Answer, Context, Flagd, UnknownFlag, types
from server.flags import GENERATION, SHAPES, TYPES, flag_set

from .client import SEED

_NO_CONTEXT = Context()


def _flagd(**flags: Any) -> Flagd:
    return Flagd({"flags": flags, "metadata": {"flagSetId": "checks"}})


def _flag(targeting: Any = None, **members: Any) -> dict[str, Any]:
    rule = {"targeting": targeting} if targeting else {}
    return {"state": "ENABLED", "variants": {"off": 1.5, "on": 5.0}, "defaultVariant": "off", **rule, **members}


class Sets(unittest.TestCase):
    """The generator's output."""

    def test_the_same_seed_makes_the_same_flags_and_contexts(self) -> None:
        self.assertEqual(flag_set(SEED, 2), flag_set(SEED, 2))
        self.assertNotEqual(flag_set(SEED, 2), flag_set(SEED + 1, 2))
        self.assertEqual(contexts(SEED, 20), contexts(SEED, 30)[:20])
        self.assertNotEqual(contexts(SEED, 20), contexts(SEED + 1, 20))

    def test_a_set_has_forty_flags_of_every_type_and_shape(self) -> None:
        for generation in (1, 2):
            document = flag_set(SEED, generation)
            self.assertEqual(len(document["flags"]), 40)
            counts = Counter(types(document).values())
            self.assertEqual(set(counts), set(TYPES))
            self.assertGreaterEqual(min(counts.values()), 5, counts)
        self.assertEqual(len(SHAPES), 20)

    def test_the_next_generation_has_other_rules_and_four_other_keys(self) -> None:
        before, after = (flag_set(SEED, generation)["flags"] for generation in (1, 2))
        self.assertEqual(len(set(before) & set(after)), 36)
        same = [key for key in set(before) & set(after) if before[key] == after[key]]
        self.assertLess(len(same), 6, same)
        self.assertEqual((before[GENERATION]["variants"]["now"], after[GENERATION]["variants"]["now"]), (1, 2))

    def test_keys_that_are_equal_for_readers_are_two_flags(self) -> None:
        flags = flag_set(SEED, 1)["flags"]
        self.assertTrue({"é", "e\u0301", "ключ.🔑", "a/b?c=d&e#f %41"} < set(flags))


class Decisions(unittest.TestCase):
    """The engine's decisions in single cases."""

    def _answer(self, flag: dict[str, Any], context: Context = _NO_CONTEXT) -> Answer:
        return _flagd(x=flag).answer("x", context)

    def test_a_flag_without_a_rule(self) -> None:
        expected = Answer("x", "float", 1.5, "off", "STATIC", {"flagSetId": "checks", "owner": "a"})
        self.assertEqual(self._answer(_flag(metadata={"owner": "a"})), expected)

    def test_a_rule_that_matches_and_one_that_does_not(self) -> None:
        flag = _flag({"if": [{"==": [{"var": "organization.region"}, "eu"]}, "on"]})
        europe = Context("a", {"organization": {"region": "eu"}})
        expected = Answer("x", "float", 5.0, "on", "TARGETING_MATCH", {"flagSetId": "checks"})
        self.assertEqual(self._answer(flag, europe), expected)
        self.assertIs(type(self._answer(flag, europe).value), float)
        self.assertEqual(self._answer(flag).reason, "DEFAULT")

    def test_flags_that_leave_the_value_to_the_caller(self) -> None:
        for flag, reason in ((_flag(state="DISABLED"), "DISABLED"), (_flag(defaultVariant=None), "DEFAULT")):
            expected = Answer("x", "float", None, None, reason, {"flagSetId": "checks"})
            self.assertEqual(self._answer(flag), expected)

    def test_rules_that_fail(self) -> None:
        wrong = {"off": 1.5, "on": "text"}
        cases = [
            (_flag({"if": [True, "no such variant"]}), "GENERAL", "Resolved variant no such variant not in variants"),
            (_flag({"no such operator": []}), "PARSE_ERROR", "Invalid targeting"),
            (_flag({"if": [True, "on"]}, variants=wrong), "TYPE_MISMATCH", "Expected type float but got str"),
        ]
        for flag, code, details in cases:
            answer = self._answer(flag)
            assert answer.failure
            self.assertEqual((answer.value, answer.reason, answer.failure.code), (None, "ERROR", code))
            self.assertIn(details, answer.failure.details)

    def test_a_rollout_stays_with_the_key(self) -> None:
        engine = _flagd(x=_flag({"fractional": [["on", 50], ["off", 50]]}))
        keys = [f"user {number}" for number in range(400)]
        variants = [engine.answer("x", Context(key)).variant for key in keys]
        self.assertEqual(variants, [engine.answer("x", Context(key, {"plan": "pro"})).variant for key in keys])
        self.assertTrue(150 < variants.count("on") < 250, variants.count("on"))
        # Without a targeting key, the flag has no bucket.
        self.assertEqual(engine.answer("x", Context()).reason, "DEFAULT")

    def test_an_unknown_flag_is_refused(self) -> None:
        self.assertRaises(UnknownFlag, _flagd(x=_flag()).answer, "y", Context())
