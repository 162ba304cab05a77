# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Prints the expected responses of the shop and the counts of each response, as one JSON object on a line for each user.

Usage: answers.py COUNT VENDOR=RULES…

The vendors are `unleash` and `launchdarkly`, whose own evaluators evaluate the flags. With both, a quarter of the users has moved from
Unleash to LaunchDarkly.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[3] / "Tests/Checks/LaunchDarklyEngine"))

PLANS = ["free", "silver", "gold", "free", "free"]
PERCENT = 25
DEFAULTS = {"new-checkout": False, "gift-wrap": False, "banner": "", "upload-limit": 10, "fast-lane": False}
ROUTES = {
    "cart": {"newCheckout": "new-checkout", "giftWrap": "gift-wrap", "banner": "banner"},
    "limits": {"fastLane": "fast-lane", "uploadLimit": "upload-limit"},
    "orders": {"newCheckout": "new-checkout", "fastLane": "fast-lane"},
}
# The value of a flag, and the counts that its vendor receives for a read.
Read = tuple[Any, list[str]]
Reader = Callable[[str, dict[str, str]], Read]


def unleash(path: str) -> Reader:
    """Returns a reader of flags that uses Unleash's engine."""
    from yggdrasil_engine.engine import UnleashEngine

    document = Path(path).read_text(encoding="utf-8")
    engine = UnleashEngine()
    engine.take_state(document)
    if {flag.name for flag in engine.list_known_toggles()} != {item["name"] for item in json.loads(document)["features"]}:
        sys.exit(f"{path}: The engine didn't load all flags.")

    def read(flag: str, user: dict[str, str]) -> Read:
        context = {"userId": user["id"], "properties": {"plan": user["plan"]}}
        is_on = engine.check_enabled(flag, context).is_enabled
        counts = [f"unleash {flag}: {'yes' if is_on else 'no'}"]
        if isinstance(DEFAULTS[flag], bool):
            return is_on, counts
        variant = engine.check_variant(flag, context).variant
        counts.append(f"unleash {flag}: variant {variant.name}")
        if not variant.payload:
            return DEFAULTS[flag], counts
        return type(DEFAULTS[flag])(variant.payload["value"]), counts

    return read


def launchdarkly(path: str) -> Reader:
    """Returns a reader of flags that uses the evaluator of LaunchDarkly's Python SDK."""
    from engine.evaluation import LaunchDarkly

    document = json.loads(Path(path).read_text(encoding="utf-8"))
    judge = LaunchDarkly(document)

    def read(flag: str, user: dict[str, str]) -> Read:
        result = judge.evaluate(flag, {"kind": "user", "key": user["id"], "plan": user["plan"]})
        counts = [f"launchdarkly {flag}: variation {result.variation}"]
        # LaunchDarkly also counts the evaluation of each prerequisite.
        for prerequisite in document["flags"][flag].get("prerequisites", []):
            counts += read(prerequisite["key"], user)[1]
        return result.value, counts

    return read


def has_moved(user: dict[str, str]) -> bool:
    """Returns whether a user has moved to LaunchDarkly in a migration of Halyard."""
    mask = (1 << 64) - 1
    identity = hashlib.sha256(json.dumps([["user", user["id"]]], separators=(",", ":")).encode()).hexdigest()
    number = 0xCBF29CE484222325
    for byte in b"launchdarkly\xff" + identity.encode():
        number = ((number ^ byte) * 0x100000001B3) & mask
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & mask
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & mask
    number ^= number >> 31
    return (number >> 11) * 2.0**-53 * 100 < PERCENT


rules = dict(argument.split("=", 1) for argument in sys.argv[2:])
readers = {vendor: {"unleash": unleash, "launchdarkly": launchdarkly}[vendor](path) for vendor, path in rules.items()}
for number in range(int(sys.argv[1])):
    user = {"id": f"user-{number}", "plan": PLANS[number % len(PLANS)]}
    vendor = next(iter(readers)) if len(readers) == 1 else "launchdarkly" if has_moved(user) else "unleash"
    routes = {}
    for route, flags in ROUTES.items():
        reads = {name: readers[vendor](flag, user) for name, flag in flags.items()}
        answer = {name: value for name, (value, _) in reads.items()}
        counts = Counter(count for _, all_counts in reads.values() for count in all_counts)
        if route == "orders":
            answer["total"] = 49.5
            # In a migration, both vendors receive tracking events. Unleash doesn't support them.
            if "launchdarkly" in readers:
                counts["launchdarkly event orders"] += 1
        routes[route] = {"answer": answer, "counts": counts}
    print(json.dumps(user | {"vendor": vendor, "routes": routes}))
