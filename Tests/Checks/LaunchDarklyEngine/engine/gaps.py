# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The same rules in a looser form: without values that equal the default, with `3.0` for `3`, and with damaged flags.

The vendor's evaluator for Python rejects a whole document for a missing list or a wrong type, so it gets the strict form.
"""

from __future__ import annotations

import random
from typing import Any

#: Values that a missing or null property has.
_DEFAULTS: dict[str, Any] = {
    "attribute": "", "bucketBy": "", "clauses": [], "clientSide": False, "contextKind": "", "contextTargets": [],
    "excluded": [], "excludedContexts": [], "fallthrough": {}, "included": [], "includedContexts": [], "negate": False,
    "on": False, "prerequisites": [], "rules": [], "salt": "", "targets": [], "trackEvents": False, "unbounded": False,
    "untracked": False, "values": [], "variations": [],
}  # fmt: skip
#: Properties whose absence means something else than any value.
_OPTIONAL = [
    "debugEventsUntilDate", "deleted", "generation", "id", "kind", "migration", "offVariation", "rollout", "rolloutContextKind",
    "seed", "unboundedContextKind", "variation", "weight",
]  # fmt: skip
_INTEGERS = {"offVariation", "variation", "weight", "seed", "version", "generation", "samplingRatio", "checkRatio"}
_UNKNOWN: list[tuple[str, Any]] = [("_id", "5f"), ("comment", {"rules": [1], "on": "yes"}), ("values2", None), ("", 0)]
#: Properties that make a flag unreadable.
_DAMAGES: list[tuple[str, Any]] = [
    ("on", "true"), ("on", 1), ("variations", {}), ("variations", "a"), ("rules", {}), ("rules", [3]), ("targets", "key-1"),
    ("targets", [{"values": [3], "variation": 0}]), ("fallthrough", []), ("fallthrough", {"variation": "0"}),
    ("offVariation", "0"), ("offVariation", 1.5), ("salt", 3), ("prerequisites", {"key": "flag-0"}), ("prerequisites", ["flag-0"]),
    ("rules", [{"clauses": {}}]), ("rules", [{"clauses": [{"attribute": 3, "op": "in", "values": ["gold"]}]}]),
    ("rules", [{"clauses": [{"attribute": "plan", "op": "in", "values": "gold"}]}]),
    ("rules", [{"clauses": [{"attribute": "plan", "op": "in", "values": ["gold"], "negate": "yes"}]}]),
    ("fallthrough", {"rollout": {"variations": {}}}), ("contextTargets", [{"contextKind": 3, "values": [], "variation": 0}]),
]  # fmt: skip


def loosened(source: random.Random, document: dict[str, Any]) -> dict[str, Any]:
    """Returns the document in an equivalent form, with other orders, gaps, and unknown properties."""
    made = {
        kind: {key: _object(source, _without_key(source, key, item)) for key, item in _shuffled(source, items)}
        for kind, items in document.items()
    }
    if not made["segments"] and source.random() < 0.5:
        del made["segments"]
    if source.random() < 0.1:
        made |= {"metrics": {}, "configurations": {"a": {"key": "a"}}}
    return dict(_shuffled(source, made))


def damage(source: random.Random, document: dict[str, Any]) -> str:
    """Makes one flag of a document unreadable, and returns its key."""
    key = source.choice(list(document["flags"]))
    if source.random() < 0.2:
        document["flags"][key] = source.choice([3, "on", [], True, None])
    else:
        name, value = source.choice(_DAMAGES)
        document["flags"][key] = {**document["flags"][key], "deleted": False, name: value}
    return key


def _shuffled(source: random.Random, items: dict[str, Any]) -> list[tuple[str, Any]]:
    return source.sample(list(items.items()), len(items))


def _without_key(source: random.Random, key: str, item: dict[str, Any]) -> dict[str, Any]:
    if source.random() < 0.1:
        return {name: value for name, value in item.items() if name != "key"}
    return item


def _object(source: random.Random, item: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, value in _shuffled(source, item):
        if name in _DEFAULTS and value == _DEFAULTS[name] and source.random() < 0.5:
            if source.random() < 0.4:
                made[name] = None
        elif name in _INTEGERS and source.random() < 0.1:
            made[name] = float(value)
        elif name in ("variations", "values") and not _is_list_of_weights(value):
            # Values of an app can contain anything.
            made[name] = value
        else:
            made[name] = _value(source, value)
    for name, default in _DEFAULTS.items():
        if name not in item and source.random() < 0.01:
            made[name] = None if name in ("bucketBy", "contextKind", "clientSide") else source.choice([None, default])
    for name in _OPTIONAL:
        if name not in item and source.random() < 0.01:
            made[name] = None
    if source.random() < 0.05:
        name, value = source.choice(_UNKNOWN)
        made[name] = value
    return made


def _is_list_of_weights(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) and "weight" in item for item in value)


def _value(source: random.Random, value: Any) -> Any:
    if isinstance(value, dict):
        return _object(source, value)
    if isinstance(value, list):
        return [_value(source, item) for item in value]
    return value
