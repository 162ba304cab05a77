# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Clauses with every operator, except for the cases where the vendor's evaluators disagree."""

from __future__ import annotations

import random
from typing import Any

from .contexts import ATTRIBUTES, KEYS, KINDS, usual

#: Patterns that RE2 and Python read in the same way, if `\d`, `\w`, and `\s` are ASCII.
_PATTERNS = [
    "gold", "^gold$", "(?i)^gold$", "^G", "en$", r"\d+", r"^\w+$", r"^\S*$", r"\bb\b", "^.$", "^..$", "(?s)e.e", "e.e",
    "(?m)^end$", "é", "[^a-z]", "[0-9]{1,3}", "x{100,}", "(free|old)", "(?:a,)?b", "(?P<word>old)", "", "^$", "a\\\\b",
    "(g)(o)(l)d", "😀", "~", "(?i:GOLD)-[0-9]", "go+?l", r"\.", r"^\D+$", r"a\sb|a\r",
    "{", "x{", "a{b", "gold}", "]", "[]a]", "[g-]", "[[]", "[a&&g]old", r"\_", r"\<", r"g\-|\/", r"[\d-]", r"\x67old", r"\Ago",
    "(?:)", "()", "a|", "|", "(?i)É", r"[^\x00-\x7f]", "o*l?d+", "(go|gol)d", "g.{2,3}?d", "(?s:.)end", "x{300}", "x{301}",
    # These patterns are invalid.
    "(", "[", ")", "*", "a**", "a+*", "a{2}{3}", "(*)", "(?", "[a", "[]", r"[a-\d]", r"\q", "a{3,2}", "(?z)a", "[b-a]", "\\",
]  # fmt: skip
#: Values that no operator compares with a context's values.
_OTHERS: list[Any] = [{"other": 1}, [["other"]], True, 3, "other"]
_REFERENCES = [
    "/plan", "/~1plan", "/til~0de", "/address/city", "/address/geo/lat", "/address/a~1b", "/address/~0", "/address",
    "/address/missing/too", "/groups/0", "/groups", "/plan/length", "/_meta/privateAttributes", "/missing", "/größe",
]  # fmt: skip
_BUILT_IN = ["key", "name", "anonymous", "/key", "/name", "/anonymous"]
#: References that no evaluator accepts.
INVALID_REFERENCES = ["", "/", "//", "/plan/", "//plan", "/address//city", "/~2", "/plan~", "/~"]

OPERATORS = {
    "in": "any", "startsWith": "text", "endsWith": "text", "contains": "text", "matches": "text",
    "lessThan": "number", "lessThanOrEqual": "number", "greaterThan": "number", "greaterThanOrEqual": "number",
    "before": "date", "after": "date", "semVerEqual": "version", "semVerLessThan": "version",
    "semVerGreaterThan": "version", "unknown": "any", "": "any",
}  # fmt: skip


def clause(source: random.Random, segments: list[str]) -> dict[str, Any]:
    """Returns a clause that compares a value, a kind, or segments."""
    chance = source.random()
    if chance < 0.25:
        made = _segments(source, segments)
    elif chance < 0.32:
        made = _kinds(source)
    else:
        made = _comparison(source)
    if source.random() < 0.25:
        made["negate"] = True
    elif source.random() < 0.1:
        made["negate"] = False
    return made


def part_exists(kind: str) -> dict[str, Any]:
    """Returns a clause that holds if the context has a part of a kind."""
    return {"contextKind": kind, "attribute": "key", "op": "in", "values": [], "negate": True}


def invalid(source: random.Random) -> list[dict[str, Any]]:
    """Returns clauses of which the last one has an invalid reference. The part of its kind exists when it's reached."""
    kind = source.choice(KINDS)
    broken = {"contextKind": kind, "attribute": source.choice(INVALID_REFERENCES), "op": "in", "values": ["gold"]}
    if kind == "user" and source.random() < 0.3:
        broken = {"attribute": "", "op": "in", "values": ["gold"], "negate": True}
    return [part_exists(kind), broken]


def reference(source: random.Random, kinds: list[str] | None = None) -> str:
    """Returns a valid reference, preferably to a value of some kinds."""
    if source.random() < 0.15:
        return source.choice(_REFERENCES)
    names = [name for kind in kinds or ATTRIBUTES for name in ATTRIBUTES[kind] if not name.startswith("/")]
    return source.choice(names if source.random() < 0.85 else _BUILT_IN)


def _comparison(source: random.Random) -> dict[str, Any]:
    operator = source.choice(list(OPERATORS))
    kind = OPERATORS[operator]
    if kind == "any":
        kind = source.choice(list(ATTRIBUTES))
    made: dict[str, Any] = {"op": operator, "values": _values(source, operator, kind)}
    if source.random() < 0.6:
        made["contextKind"] = source.choice(["user", "user", *KINDS])
        made["attribute"] = _place(source, kind)
    else:
        if source.random() < 0.1:
            made["contextKind"] = ""
        # Without a kind, the attribute is a name, even if it looks like a reference.
        names = [*ATTRIBUTES[kind], *ATTRIBUTES[kind], "groups", "key", "name", "/address/city", "//", "missing", "_meta"]
        made["attribute"] = source.choice(names)
    if made["attribute"] in ("key", "/key") and operator == "in":
        made["values"] = source.sample(KEYS, 10)
    return made


def _place(source: random.Random, kind: str) -> str:
    chance = source.random()
    if chance < 0.15:
        return "groups"
    places = {"text": ["/address/city", "/address/a~1b", "/~1plan"], "number": ["/address/geo/lat"], "version": ["/address/~0"]}
    if chance < 0.3 and kind in places:
        return source.choice(places[kind])
    return reference(source, [kind])


def _values(source: random.Random, operator: str, kind: str) -> list[Any]:
    values = [usual(source, kind) for _ in range(source.choice([0, 1, 2, 3, 4, 6]))]
    if operator == "matches":
        values = [source.choice(_PATTERNS) for _ in values]
    elif kind == "text" and operator != "in":
        values = [str(text)[: source.randrange(1, 4)] if source.random() < 0.5 else text for text in values]
    if source.random() < 0.15:
        values.insert(0, source.choice(_OTHERS))
    if operator != "in" and source.random() < 0.1:
        values.append(None)
    return values


def _kinds(source: random.Random) -> dict[str, Any]:
    operator = source.choice(["in", "in", "startsWith", "contains", "matches", "lessThan", "unknown"])
    values = [source.choice([*KINDS, "us", "multi", "kind", "[a-z]+"]) for _ in range(source.randrange(4))]
    made: dict[str, Any] = {"attribute": "kind", "op": operator, "values": values}
    if source.random() < 0.5:
        made["contextKind"] = source.choice(KINDS)
        made["attribute"] = source.choice(["kind", "/kind"])
    return made


def _segments(source: random.Random, segments: list[str]) -> dict[str, Any]:
    values: list[Any] = [source.choice(segments) for _ in range(source.choice([1, 1, 2, 3]))]
    if source.random() < 0.2:
        values.insert(source.randrange(2), source.choice(["missing", 3, None, {"key": segments[0]}, True]))
    return {"attribute": "", "op": "segmentMatch", "values": values}
