# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Contexts of one or several kinds, with values that meet the clauses, almost meet them, or can't be compared."""

from __future__ import annotations

import random
from typing import Any

KINDS = ["user", "organization", "device", "a.B_c-1"]
#: Clauses and targets contain the same keys.
KEYS = [f"key-{number}" for number in range(12)] + ["é", "e\u0301", "größe", "a/b:c%", "日本", "😀", "33333", " ", "x" * 80]
TEXTS = [
    "free", "gold", "Gold", "GOLD", "golden", "", " ", "é", "e\u0301", "É", "straße", "STRASSE", "İ", "日本", "😀", "a,b",
    "3", "3.0", "true", "null", "tab\there", "line\nend", "a\r\nb", "\u0000", 'q"uote', "a\\b", "/plan", "~", "gold-7",
    "\u212a", "٣", "x" * 300, "2017-12-06", "user", "organization",
]  # fmt: skip
NUMBERS = [
    0, 1, 2, 3, 3.0, -1, -0.0, 3.5, 99, 99.5, 100, 33333, 33333.0, 1e-9, 1e300, -1e300, 2**53 + 1, 2**62, True, False,
    "3", "99", "",
]  # fmt: skip
DATES = [
    "2017-12-06T07:00:00Z", "2017-12-06T00:00:00.000-07:00", "2017-12-06T07:00:00.500Z", "2017-12-06T07:00:00.000001Z",
    "2017-12-06T06:59:59Z", "2017-12-06t07:00:00z", "2017-12-06T12:30:00+05:30", "1969-12-31T23:59:59.500Z",
    "9999-12-31T23:59:59Z", "2016-02-29T00:00:00Z", 1512543600000, 1512543600000.5, 1512543600001, 1512543599999, 0, -500,
    1e20,
    # These aren't dates.
    "2017-12-06", "2017-12-06T07:00:00", "1512543600000", "2017-02-29T00:00:00Z", "2017-13-01T00:00:00Z", "soon", "",
    "2017-12-06T7:00:00Z", "2017-12-06T07:00:00+24:00", "2017-12-06T25:00:00Z", " 2017-12-06T07:00:00Z", True,
]  # fmt: skip
VERSIONS = [
    "2", "2.0", "2.0.0", "2.0.1", "2.1", "2.10.0", "2-rc", "2-rc.1", "2.0.0-rc.2", "2.0.0-rc.10", "2.0.0-rc.a", "2.0.0-1",
    "2+build", "2.0.0+a", "2.0.0+b", "2.0.0-rc+7", "10.0.0", "0.0.0", "99999999999999999999.0.0", "2.0.0-99999999999999999999",
    # These aren't versions.
    "v2.0.0", "02.0.0", "2.0.0.0", "2.0.0-01", "2.", "", " 2.0.0", "2.0.0-", "2.0.0+", "2.x", "-2", "2..0", 2, 2.1, True,
]  # fmt: skip
#: Objects of contexts are never equal to the objects in clauses.
OBJECTS = [{}, {"a": 1}, {"a": {"b": None}}]

#: Attributes by kind of value. Some names need escaping in a reference.
ATTRIBUTES = {
    "text": ["plan", "city", "/plan", "til~de", "größe"],
    "number": ["age", "total"],
    "date": ["signedUp"],
    "version": ["app"],
}
VALUES: dict[str, list[Any]] = {"text": TEXTS, "number": NUMBERS, "date": DATES, "version": VERSIONS}


def context(source: random.Random) -> dict[str, Any]:
    """Returns the JSON of a context."""
    kinds = source.sample(KINDS, source.choice([1, 1, 1, 2, 2, 3]))
    if "user" not in kinds and source.random() < 0.6:
        kinds[0] = "user"
    if len(kinds) == 1 and source.random() < 0.9:
        return {"kind": kinds[0], **_part(source)}
    return {"kind": "multi", **{kind: _part(source) for kind in kinds}}


def _part(source: random.Random) -> dict[str, Any]:
    part: dict[str, Any] = {"key": source.choice(KEYS) if source.random() < 0.7 else f"{source.getrandbits(48):x}"}
    if source.random() < 0.3:
        part["name"] = source.choice(TEXTS)
    if source.random() < 0.3:
        part["anonymous"] = source.random() < 0.7
    for kind, names in ATTRIBUTES.items():
        for name in names:
            if source.random() < 0.75:
                part[name] = value(source, kind)
    if source.random() < 0.6:
        part["groups"] = [value(source, source.choice(list(VALUES))) for _ in range(source.randrange(4))]
    if source.random() < 0.7:
        part["address"] = _address(source)
    if source.random() < 0.2:
        part["/address/city"] = source.choice(TEXTS)
    if source.random() < 0.25:
        names = source.sample(["plan", "/address/city", "/~1plan", "name", "missing"], source.choice([1, 2]))
        part["_meta"] = {"privateAttributes": names}
    return part


def value(source: random.Random, kind: str) -> Any:
    """Returns a value of a kind, or seldom another value."""
    chance = source.random()
    if chance < 0.88:
        return usual(source, kind)
    if chance < 0.92:
        return source.choice([None, *OBJECTS])
    if chance < 0.96:
        return [source.choice([*VALUES[kind], None, [], [1], {}]) for _ in range(source.randrange(4))]
    return source.choice(VALUES[source.choice(list(VALUES))])


def usual(source: random.Random, kind: str) -> Any:
    """Returns a value of a kind. The first values of each list are frequent, so that clauses match."""
    return source.choice(VALUES[kind][:8] if source.random() < 0.6 else VALUES[kind])


def _address(source: random.Random) -> Any:
    if source.random() < 0.1:
        return source.choice([*TEXTS, 3, ["city"]])
    return {
        "city": value(source, "text"),
        "geo": {"lat": value(source, "number"), "": "empty"},
        "a/b": value(source, "text"),
        "~": value(source, "version"),
    }
