# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Contexts from a seed, and the values that rules compare with them."""

from __future__ import annotations

import random
from typing import Any

PLANS = ["free", "pro", "Pro", "team & co", "gold", ""]
CITIES = ["São Paulo", "München", "Oslo", "łódź", "日本", "New York"]
NAMES = ["ann", "bob+beta", "zoë", "é", "e\u0301", 'q"uote\\', "😀", "a b"]
DOMAINS = ["halyard.example", "staff.test", "groß.example"]
VERSIONS = ["1.9.9", "2.3.0", "2.3.1", "2.10.0", "2.3.0-beta.1", "v3.0", "3", "no version", ""]
GROUPS = ["beta", "staff", "ключ", "early+access"]
REGIONS = ["eu", "us", "südost"]
NUMBERS = [0, 17, 18, 18.0, 17.999, 65, -3, 1e21, 9007199254740993, "18", "many", True]


def contexts(seed: int, count: int) -> list[dict[str, Any]]:
    """Contexts in the app's form: a `key`, which one in ten lacks, and `attributes` of any JSON type."""
    source = random.Random(f"contexts {seed}")
    return [_context(source, number) for number in range(count)]


def _context(source: random.Random, number: int) -> dict[str, Any]:
    candidates: dict[str, Any] = {
        "plan": source.choice(PLANS),
        "city": source.choice(CITIES),
        "email": f"{source.choice(NAMES)}@{source.choice(DOMAINS)}",
        "version": source.choice(VERSIONS),
        "age": source.choice(NUMBERS),
        "staff": source.choice([True, False]),
        "groups": source.sample(GROUPS, source.randrange(len(GROUPS))),
        "organization": {
            "region": source.choice(REGIONS),
            "size": source.choice([1, 50, 250.5]),
            "units": [{"name": source.choice(NAMES)}],
        },
        "ключ": source.choice(NAMES),
        "odd & key=+%": source.choice(NAMES),
    }
    context: dict[str, Any] = {"attributes": {name: candidates[name] for name in candidates if source.random() < 0.8}}
    if source.random() < 0.9:
        context["key"] = f"{source.choice(NAMES)} {number}-{source.getrandbits(32):08x}"
    return context
