# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Conditions of targeting rules from a random source, one for each operator, and combinations of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .contexts import CITIES, DOMAINS, GROUPS, NAMES, PLANS, REGIONS, VERSIONS

#: Conditions that flags refer to by name, as in `{"$ref": "beta"}`.
EVALUATORS: dict[str, Any] = {
    "beta": {"in": ["beta", {"var": "groups"}]},
    "grown": {">=": [{"var": "age"}, 18]},
    "at home": {"ends_with": [{"var": "email"}, "@halyard.example"]},
}


def condition(source: random.Random) -> dict[str, Any]:
    """Returns a random condition."""
    return source.choice(_CONDITIONS)(source)


def by_version(source: random.Random) -> dict[str, Any]:
    """Returns a comparison of versions."""
    operator = source.choice(["=", "!=", "<", "<=", ">", ">=", "^", "~"])
    return {"sem_ver": [{"var": "version"}, operator, source.choice(VERSIONS[:5])]}


def by_evaluator(source: random.Random) -> dict[str, Any]:
    """Returns a reference to a named condition."""
    return {"$ref": source.choice(list(EVALUATORS))}


def combined(source: random.Random) -> dict[str, Any]:
    """Returns nested conditions."""
    one, other, third = (condition(source) for _ in range(3))
    return source.choice([{"and": [one, {"!": [other]}]}, {"or": [{"and": [one, other]}, third]}, {"!": [one]}])


def often(source: random.Random) -> dict[str, Any]:
    """Returns a condition that is true in at least 40 % of contexts, for rules that must fail in some contexts."""
    return {"or": [condition(source), {"var": "staff"}]}


def _by_text(source: random.Random) -> dict[str, Any]:
    return {source.choice(["==", "!=", "==="]): [{"var": "plan"}, source.choice(PLANS)]}


def _by_list(source: random.Random) -> dict[str, Any]:
    return {"in": [{"var": "city"}, source.sample(CITIES, 3)]}


def _by_group(source: random.Random) -> dict[str, Any]:
    return {"in": [source.choice(GROUPS), {"var": "groups"}]}


def _by_some(source: random.Random) -> dict[str, Any]:
    return {"some": [{"var": "groups"}, {"==": [{"var": ""}, source.choice(GROUPS)]}]}


def _by_part(source: random.Random) -> dict[str, Any]:
    return {"in": ["@staff", {"var": "email"}]}


def _by_start(source: random.Random) -> dict[str, Any]:
    return {"starts_with": [{"var": "email"}, source.choice(NAMES)]}


def _by_end(source: random.Random) -> dict[str, Any]:
    return {"ends_with": [{"var": "email"}, source.choice(DOMAINS)]}


def _by_path(source: random.Random) -> dict[str, Any]:
    return {"==": [{"var": "organization.region"}, source.choice(REGIONS)]}


def _by_element(source: random.Random) -> dict[str, Any]:
    return {"==": [{"var": "organization.units.0.name"}, source.choice(NAMES)]}


def _by_number(source: random.Random) -> dict[str, Any]:
    return {source.choice(["<", "<=", ">", ">=", "=="]): [{"var": "age"}, source.choice([17.999, 18, 65])]}


def _by_range(source: random.Random) -> dict[str, Any]:
    return {"<=": [1, {"var": "organization.size"}, source.choice([50, 250.5])]}


def _by_bool(source: random.Random) -> dict[str, Any]:
    return {"==": [{"var": "staff"}, source.choice([True, False])]}


def _by_absence(source: random.Random) -> dict[str, Any]:
    return {"missing": [source.choice(["plan", "city", "targetingKey"])]}


def _by_key(source: random.Random) -> dict[str, Any]:
    return {"starts_with": [{"var": "targetingKey"}, source.choice(NAMES)]}


def _by_odd_name(source: random.Random) -> dict[str, Any]:
    return {"==": [{"var": source.choice(["ключ", "odd & key=+%"])}, source.choice(NAMES)]}


_CONDITIONS: list[Callable[[random.Random], dict[str, Any]]] = [
    by_version, by_evaluator, _by_text, _by_list, _by_group, _by_some, _by_part, _by_start, _by_end, _by_path,
    _by_element, _by_number, _by_range, _by_bool, _by_absence, _by_key, _by_odd_name,
]  # fmt: skip
