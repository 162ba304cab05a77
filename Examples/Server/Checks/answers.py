# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Prints the results of Unleash's engine for a file of rules, as one JSON object on a line for each user.

Usage: answers.py RULES COUNT
"""

import json
import sys

from yggdrasil_engine.engine import UnleashEngine

PLANS = ["free", "silver", "gold", "free", "free"]

rules, users = sys.argv[1], int(sys.argv[2])
with open(rules, encoding="utf-8") as file:
    document = file.read()
names = [feature["name"] for feature in json.loads(document)["features"]]
engine = UnleashEngine()
engine.take_state(document)
if {flag.name for flag in engine.list_known_toggles()} != set(names):
    sys.exit(f"{rules}: The engine didn't load all flags.")


def decision(name: str, context: dict[str, object]) -> dict[str, object]:
    """Returns the engine's result for one flag."""
    variant = engine.check_variant(name, context).variant
    payload = variant.payload["value"] if variant.payload else None
    return {"enabled": engine.check_enabled(name, context).is_enabled, "variant": variant.name, "payload": payload}


for number in range(users):
    user = {"id": f"user-{number}", "plan": PLANS[number % len(PLANS)]}
    context = {"userId": user["id"], "properties": {"plan": user["plan"]}}
    print(json.dumps(user | {"flags": {name: decision(name, context) for name in names}}))
