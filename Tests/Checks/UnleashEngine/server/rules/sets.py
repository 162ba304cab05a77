# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Consecutive sets of features, segments, and contexts from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .constraints import constraint
from .contexts import ADDRESSES, ALWAYS, TEXTS, context

#: The number of flags and contexts in a set, which make its decisions.
FLAGS = 10
CONTEXTS = 4
#: The share of the last set's flags and segments that stay the same.
_KEPT = 0.3
_NAMES = [f"flag.{number}" for number in range(9)] + ["größe", "a/b c", "日本", "e\u0301té", 'q"uote', "x" * 90]
_SEGMENTS = list(range(1, 7))
_WEIGHTS = [0, 1, 10, 250, 333, 500, 999, 1000, 100_000]
_PAYLOADS = [
    ("string", ""), ("string", "plain"), ("string", 'q"\\ é 😀\n'), ("string", "e\u0301"), ("csv", "a,b,\"c d\""),
    ("csv", ""), ("json", '{"a": [1, 2.5, null], "é": {"b": true}}'), ("json", "{}"), ("json", "{"), ("number", "42"),
    ("number", "-1.5e3"), ("number", "many"), ("number", "9007199254740993"),
]  # fmt: skip


@dataclass(frozen=True)
class RuleSet:
    """A document of the client API, and the contexts to evaluate it for."""

    document: dict[str, Any]
    contexts: list[dict[str, Any]]


class RuleSets:
    """The sets of a seed, in order. Some flags and segments of a set come from the previous set."""

    def __init__(self, seed: int) -> None:
        """Starts before the first set, which has the number 0."""
        self.seed = seed
        self.last = -1
        self._source = random.Random(f"rules {seed}")
        self._set = RuleSet({"version": 2, "features": [], "segments": []}, [])

    def reach(self, number: int) -> RuleSet:
        """Generates the sets up to a number, and returns the set with that number."""
        while self.last < number:
            self._set = _next(self._source, self._set)
            self.last += 1
        return self._set


def _next(source: random.Random, last: RuleSet) -> RuleSet:
    segments = {
        segment["id"]: segment for segment in last.document["segments"] if source.random() < _KEPT
    }
    for number in source.sample(_SEGMENTS, 4):
        segments.setdefault(number, _segment(source, number))
    kept = {
        feature["name"]: feature
        for feature in last.document["features"]
        if source.random() < _KEPT and _segments_of(feature) <= segments.keys()
    }
    names = list(kept) + source.sample([name for name in _NAMES if name not in kept], FLAGS - len(kept))
    source.shuffle(names)
    features: dict[str, dict[str, Any]] = {}
    # Parents are generated first. A flag with a dependency can't be a parent.
    for name in names:
        if name in kept and "dependencies" not in kept[name]:
            features[name] = kept[name]
    for name in names:
        if name in kept:
            stays = all(_is_same(parent, last, features) for parent in kept[name].get("dependencies", []))
            if stays:
                features[name] = kept[name]
        if name not in features:
            features[name] = _feature(source, name, list(segments), list(features.values()))
    order = list(features.values())
    source.shuffle(order)
    document = {"version": 2, "features": order, "segments": sorted(segments.values(), key=lambda one: one["id"])}
    return RuleSet(document, [context(source) for _ in range(CONTEXTS)])


def _segments_of(feature: dict[str, Any]) -> set[int]:
    return {number for strategy in feature.get("strategies", []) for number in strategy.get("segments", [])}


def _is_same(parent: dict[str, Any], last: RuleSet, features: dict[str, dict[str, Any]]) -> bool:
    """True if a parent is the same as when the dependency was generated."""
    return features.get(parent["feature"]) in last.document["features"]


def _segment(source: random.Random, number: int) -> dict[str, Any]:
    constraints = [constraint(source) for _ in range(source.choice([0, 1, 1, 2]))]
    return {"id": number, "name": f"segment {number}", "constraints": constraints}


# MARK: Features


def _feature(
    source: random.Random, name: str, segments: list[int], others: list[dict[str, Any]]
) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, "type": "release", "enabled": source.random() < 0.93}
    made["project"] = source.choice(["default", "shop"])
    if source.random() < 0.3:
        made["impressionData"] = source.choice([True, False])
    count = source.choice([0, 1, 1, 1, 2, 2, 3])
    made["strategies"] = [_strategy(source, name, segments) for _ in range(count)]
    if source.random() < 0.5:
        made["variants"] = _variants(source, source.choice(["default", None, "userId", ALWAYS]), overrides=True)
    parents = [other for other in others if "dependencies" not in other]
    if parents and source.random() < 0.3:
        chosen = source.sample(parents, min(len(parents), source.choice([1, 1, 2])))
        made["dependencies"] = [_dependency(source, parent) for parent in chosen]
    return made


def _dependency(source: random.Random, parent: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"feature": parent["name"]}
    names = [variant["name"] for variant in parent.get("variants", [])]
    for strategy in parent.get("strategies", []):
        names += [variant["name"] for variant in strategy.get("variants", [])]
    kind = source.randrange(5)
    if kind == 0:
        # The engine serves a variant for a disabled flag, so no dependency requires one.
        made["enabled"] = False
    elif kind <= 2 and parent.get("variants"):
        chosen = source.sample(names, source.randrange(1, len(names) + 1))
        made["variants"] = chosen + source.choice([[], ["none such"]])
    elif kind == 3:
        made.update(source.choice([{"enabled": True}, {"variants": []}, {"enabled": None}]))
    return made


# MARK: Strategies


def _strategy(source: random.Random, flag: str, segments: list[int]) -> dict[str, Any]:
    name, parameters = source.choice(_STRATEGIES)(source, flag)
    made: dict[str, Any] = {"name": name, "parameters": parameters}
    count = source.choice([0, 0, 1, 1, 2])
    if count or source.random() < 0.3:
        made["constraints"] = [constraint(source) for _ in range(count)]
    if source.random() < 0.25:
        made["segments"] = source.sample(segments, source.choice([1, 1, 2]))
    if source.random() < 0.3:
        # A strategy without a stickiness distributes its variants by identity, as the engine does.
        made["variants"] = _variants(source, None, overrides=False)
    elif source.random() < 0.2:
        made["variants"] = []
    return made


def _group(source: random.Random, flag: str) -> str:
    return source.choice([flag.replace('"', ""), "group", "groß 😀", "", "e\u0301", "a:b", " blank "])


def _flexible(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    rollout = str(source.choice([0, 1, 10, 25, 50, 50, 75, 90, 99, 100]))
    parameters = {"rollout": rollout, "groupId": _group(source, flag)}
    stickiness = source.choice(["default", None, "userId", "sessionId", ALWAYS, "tenantId", "plan", "remoteAddress"])
    if stickiness:
        parameters["stickiness"] = stickiness
    return "flexibleRollout", parameters


def _gradual(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    name = source.choice(["gradualRolloutUserId", "gradualRolloutSessionId"])
    parameters = {"percentage": str(source.choice([0, 1, 33, 50, 80, 99, 100])), "groupId": _group(source, flag)}
    if source.random() < 0.1:
        # Without the parameter, the strategy never applies.
        del parameters[source.choice(list(parameters))]
    return name, parameters


def _dice(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    # Any percentage in between is random.
    return "gradualRolloutRandom", {"percentage": source.choice(["0", "100"])}


def _ids(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    ids = [f"user-{source.randrange(40)}" for _ in range(source.randrange(0, 15))]
    ids += [text for text in _sample(source, TEXTS) if not text.endswith("\\")]
    if source.random() < 0.3:
        ids += ["\u0301x", "user-7"]
    blanks = source.choice(["", " ", "\t"])
    joined = ",".join(f"{blanks}{text}{blanks}" for text in ids)
    return "userWithId", {"userIds": joined} if source.random() < 0.95 else {}


def _addresses(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    networks = ["10.1.2.0/24", "192.0.2.7", "2001:db8::/32", "10.0.0.0/255.0.0.0", "not one", "", "10.1.2.3/24"]
    listed = _sample(source, networks) + _sample(source, ADDRESSES)
    return "remoteAddress", {"IPs": source.choice([",", ", ", " ,"]).join(listed)}


def _hosts(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    # This build of the engine has no host name, so the strategy never applies.
    listed = _sample(source, ["other.example", "Another.example", "a b"])
    return "applicationHostname", {"hostNames": source.choice([",", ", "]).join(listed)}


def _default(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    return "default", {}


def _unknown(source: random.Random, flag: str) -> tuple[str, dict[str, Any]]:
    return "nobody knows it", {"a": "b"}


_STRATEGIES = [
    _default, _default, _default, _flexible, _flexible, _flexible, _flexible, _gradual, _dice, _ids, _addresses, _hosts,
    _unknown,
]  # fmt: skip


def _sample(source: random.Random, values: list[str]) -> list[str]:
    return source.sample(values, source.randrange(0, 4))


# MARK: Variants


def _variants(source: random.Random, stickiness: str | None, *, overrides: bool) -> list[dict[str, Any]]:
    count = source.choice([1, 2, 2, 3, 4])
    names = source.sample(["a", "b", "blue", "größe", "日本", "é", "B", "disabled", " ", "true"], count)
    made = []
    for name in names:
        variant: dict[str, Any] = {"name": name, "weight": source.choice(_WEIGHTS)}
        if stickiness:
            variant["stickiness"] = stickiness
        if source.random() < 0.6:
            kind, value = source.choice(_PAYLOADS)
            variant["payload"] = {"type": kind, "value": value}
        if overrides and source.random() < 0.3:
            variant["overrides"] = [_override(source) for _ in range(source.choice([1, 1, 2]))]
        made.append(variant)
    if stickiness == "userId" and len(made) > 1:
        # Without a user ID, the choice is random, so only one variant can have a weight.
        for variant in made[1:]:
            variant["weight"] = 0
    if not any(variant["weight"] for variant in made):
        made[-1]["weight"] = 1000
    return made


def _override(source: random.Random) -> dict[str, Any]:
    field = source.choice(["userId", "sessionId", "plan", "remoteAddress", "currentTime"])
    values = [f"user-{source.randrange(40)}" for _ in range(source.randrange(0, 8))]
    return {"contextName": field, "values": values + _sample(source, TEXTS)}
