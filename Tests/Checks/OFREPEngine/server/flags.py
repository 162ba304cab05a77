# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Flags in flagd's format from a seed, with every type of value and every shape of rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .conditions import EVALUATORS, by_evaluator, by_version, combined, condition, often

FLAGS = 40
#: The flag whose value is the number of the generation, so that an app can wait for a change.
GENERATION = "generation"

_TEXTS = [
    "",
    "a",
    "é",
    "e\u0301",
    "line\r\nend\t",
    'q"uote\\',
    "😀 日本",
    "\u0000\u001f",
    "<b>&amp;</b>",
    "\u2028",
    "42",
]
_VALUES: dict[str, list[Any]] = {
    "boolean": [True, False],
    "string": _TEXTS,
    "integer": [0, 1, -5, 2147483648, -9007199254740991, 9007199254740991],
    "float": [0.5, 5.0, -3.25, 1e-7, 1e21, -0.1, 123456.789, 0.0],
    "object": [
        {"title": "zoë", "sizes": [1, 2.5, 3.0], "nested": {"on": True, "none": None}},
        {},
        {"ключ": "é", "": [], 'q"': {"n": 9007199254740991}},
        {"ratio": 5.0},
    ],
    "list": [["a", 1, 2.5, True, None], [], [[1], {"b": [2.0]}], ["日本"]],
}
TYPES = list(_VALUES)

#: Keys that need care in JSON, in a URL, or in a comparison of strings, by the number of the flag.
_KEYS = {
    3: "ключ.🔑", 5: "é", 6: "e\u0301", 8: "a/b?c=d&e#f %41", 13: 'q"uote\\', 22: "日本", 27: "with space", 34: "a:b",
}  # fmt: skip
#: The number of flags with permanent keys. The other flags have different keys in each generation.
_LASTING = 36


@dataclass
class _Draft:
    """The parts that a shape needs to write its rule."""

    source: random.Random
    type: str
    #: The variants' names. The first is the default.
    names: list[str]
    members: dict[str, Any]

    def other(self) -> str:
        """Returns a variant other than the default."""
        return self.source.choice(self.names[1:])

    def weights(self) -> list[list[Any]]:
        """Returns the variants with their shares of a rollout."""
        return [[name, self.source.choice([1, 10, 45])] for name in self.names]

    def rule(self, targeting: Any) -> None:
        """Sets the rule."""
        self.members["targeting"] = targeting


def _static(_: _Draft) -> None:
    pass


def _one_condition(draft: _Draft) -> None:
    draft.rule({"if": [condition(draft.source), draft.other()]})


def _either(draft: _Draft) -> None:
    draft.rule({"if": [condition(draft.source), draft.other(), draft.names[0]]})


def _chain(draft: _Draft) -> None:
    one, other = condition(draft.source), condition(draft.source)
    draft.rule({"if": [one, draft.other(), other, draft.names[0], draft.other()]})


def _condition_alone(draft: _Draft) -> None:
    values = [draft.members["variants"][name] for name in draft.names]
    draft.members["variants"] = {"true": values[0], "false": values[1]}
    draft.members["defaultVariant"] = "false"
    draft.rule(condition(draft.source))


def _combined(draft: _Draft) -> None:
    draft.rule({"if": [combined(draft.source), draft.other()]})


def _by_evaluator(draft: _Draft) -> None:
    draft.rule({"if": [by_evaluator(draft.source), draft.other()]})


def _by_version(draft: _Draft) -> None:
    draft.rule({"if": [by_version(draft.source), draft.other()]})


def _rollout(draft: _Draft) -> None:
    draft.rule({"fractional": draft.weights()})


def _rollout_by_attribute(draft: _Draft) -> None:
    by = draft.source.choice([
        {"cat": [{"var": "$flagd.flagKey"}, {"var": "email"}]},
        {"var": "age"},
        {"var": "organization"},
        {"var": "groups"},
    ])  # fmt: skip
    draft.rule({"fractional": [[by], *draft.weights()] if draft.source.random() < 0.2 else [by, *draft.weights()]})


def _rollout_for_some(draft: _Draft) -> None:
    draft.rule({"if": [condition(draft.source), {"fractional": draft.weights()}, draft.other()]})


def _rollout_in_equal_parts(draft: _Draft) -> None:
    draft.rule({"fractional": [[name] for name in draft.names]})


def _disabled(draft: _Draft) -> None:
    draft.members["state"] = "DISABLED"


def _disabled_rule(draft: _Draft) -> None:
    _disabled(draft)
    _one_condition(draft)


def _no_default(draft: _Draft) -> None:
    del draft.members["defaultVariant"]


def _no_default_but_a_rule(draft: _Draft) -> None:
    draft.members["defaultVariant"] = None
    _one_condition(draft)


def _unknown_variant(draft: _Draft) -> None:
    draft.rule({"if": [often(draft.source), "no such variant", draft.other()]})


def _unknown_operator(draft: _Draft) -> None:
    draft.rule({"if": [often(draft.source), {"no such operator": [draft.names[0]]}, draft.other()]})


def _unknown_evaluator(draft: _Draft) -> None:
    draft.rule({"if": [{"$ref": "no such evaluator"}, draft.other()]})


def _other_type(draft: _Draft) -> None:
    draft.members["variants"]["other"] = {"not": "expected"} if draft.type != "object" else "not expected"
    draft.rule({"if": [often(draft.source), "other", draft.names[0]]})


SHAPES: list[Callable[[_Draft], None]] = [
    _static, _one_condition, _either, _chain, _condition_alone, _combined, _by_evaluator, _by_version, _rollout,
    _rollout_by_attribute, _rollout_for_some, _rollout_in_equal_parts, _disabled, _disabled_rule, _no_default,
    _no_default_but_a_rule, _unknown_variant, _unknown_operator, _unknown_evaluator, _other_type,
]  # fmt: skip


def flag_set(seed: int, generation: int) -> dict[str, Any]:
    """A document in flagd's format. Each generation has different rules, and four flags of its own."""
    source = random.Random(f"flags {seed} {generation}")
    flags: dict[str, Any] = {
        GENERATION: {"state": "ENABLED", "variants": {"now": generation, "none": 0}, "defaultVariant": "now"}
    }
    for number in range(1, FLAGS):
        key, flag = _flag(source, number)
        flags[key if number < _LASTING else f"{key}@{generation}"] = flag
    metadata = {"flagSetId": "engine check", "version": f"generation {generation}", "ratio": 0.5, "live": True}
    return {"$evaluators": EVALUATORS, "flags": flags, "metadata": metadata}


def _flag(source: random.Random, number: int) -> tuple[str, dict[str, Any]]:
    shape, turn = number % len(SHAPES), number // len(SHAPES)
    # Two flags of the same shape have different types.
    type = TYPES[(shape + 3 * turn) % len(TYPES)]
    values = source.sample(_VALUES[type], min(3, len(_VALUES[type])))
    names = ["off", "on", "größer"][: len(values)]
    members: dict[str, Any] = {
        "state": "ENABLED",
        "variants": dict(zip(names, values)),
        "defaultVariant": names[0],
    }
    if source.random() < 0.5:
        members["metadata"] = {"owner": "zoë", "ticket": number, "ratio": source.choice([2.25, 3.0])}
    SHAPES[shape](_Draft(source, type, names, members))
    key = _KEYS.get(number, f"{SHAPES[shape].__name__.strip('_').replace('_', '-')}.{type}")
    return key, members
