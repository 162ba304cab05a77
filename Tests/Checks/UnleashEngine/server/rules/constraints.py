# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Constraints with every operator, except for cases where the engine and the specification disagree."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .contexts import ADDRESSES, FIELDS, TEXTS, VERSIONS

#: The engine can't read a value that ends with a backslash.
_VALUES = [text for text in TEXTS if not text.endswith("\\")]
_NUMBERS = ["42", "-3", "99.5", "7.", "1e3", "1E+2", "0", "-0", "+5", "100.000", "9007199254740993", "-1.5e-3", "1e400"]
_MOMENTS = [
    "2031-06-01T12:00:00Z", "2031-06-01T12:00:00.000Z", "2031-06-01T14:00:00+02:00", "2031-06-01T12:00:00.500Z",
    "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2040-01-01T00:00:00.250Z",
    "2031-06-01T07:30:00-04:30",
]  # fmt: skip
_VERSIONS = [
    "2.3.0", "2.3.1", "2.10.0", "0.0.0", "2.3.0-beta.1", "2.3.0-beta.11", "2.3.0-alpha", "2.3.0-1", "2.3.0+9",
    "3.0.0-rc.1+build.5", "18446744073709551615.0.0", "2.3.0-beta.x",
]  # fmt: skip
_NETWORKS = [
    "10.1.2.0/24", "10.1.2.3/24", "10.0.0.0/255.0.0.0", "10.1.2.3", "0.0.0.0/0", "192.0.2.0/29", "192.0.2.7/32",
    "2001:db8::/32", "2001:db8::17", "2001:db8:1::/48", "::/0", "::1/128", "127.0.0.1/8", "10.1.2.0/33", "nowhere",
    "10.1.2.3 /24", "2001:db8::/129", "fe80::/10", "10.1.02.0/24", "64:ff9b::/96", "10.1.2.0/",
]  # fmt: skip
_PATTERNS = [
    "^pro", "o$", "^(free|gold)$", "(?i)^PRO", "[[:upper:]]", r"\d+", r"^\w+$", r"\bgold\b", "^.$", "^..$",
    "(?s)line.end", "line.end", r"(?m)^end$", "é", "^[^a-z]+$", "a{2,3}", "x{100,}", r"\p{Lu}", r"^\S+$", r"\t", r"50% off",
    "str(a|o)(ss|ß)e", "(?:fr|pr)e+", "colou?r|city", r"^\x{1F600}$", "k", r"^[\d.]+$", "", "^$", "(?i)σ", r"q\"uote",
    r"a\\b", "(pro)+?", "[^\\s\\d]", r"\Apro\z", "(?P<word>free)", "(?-i)pro", "(?i:G)old",
    # These patterns are invalid: they match nothing, so an inverted constraint is met.
    "(?=pro)", "(free", "*pro", "gold{3,2}", r"(o)\1",
]  # fmt: skip


def constraint(source: random.Random) -> dict[str, Any]:
    """Returns a constraint with a random operator."""
    operator, make = source.choice(_OPERATORS)
    made = make(source, operator)
    if source.random() < 0.25:
        made["inverted"] = True
    if source.random() < 0.3:
        made["caseInsensitive"] = True
    # The key that the operator doesn't read can exist with an empty value.
    if source.random() < 0.2:
        made.setdefault("values", [])
    return {"contextName": made.pop("field"), "operator": operator, **made}


def _field(source: random.Random, kind: str) -> str:
    kinds = [kind] if source.random() < 0.85 else list(FIELDS)
    return source.choice(FIELDS[source.choice(kinds)])


def _some(source: random.Random, values: list[str], least: int) -> list[str]:
    return [source.choice(values) for _ in range(source.randrange(least, 5))]


def _list(source: random.Random, operator: str) -> dict[str, Any]:
    values = source.choice([_VALUES, _VALUES, _VALUES, [str(number) for number in range(50)], VERSIONS, ADDRESSES])
    return {"field": _field(source, "text"), "values": _some(source, values, 0)}


def _users(source: random.Random, operator: str) -> dict[str, Any]:
    users = [f"user-{source.randrange(40)}" for _ in range(source.randrange(1, 20))]
    return {"field": source.choice(["userId", "sessionId"]), "values": users}


def _fragments(source: random.Random, operator: str) -> dict[str, Any]:
    texts = _some(source, _VALUES, 1)
    parts = [text[: source.randrange(1, 4)] if source.random() < 0.4 else text for text in texts]
    return {"field": _readable(source), "values": [part.rstrip("\\") for part in parts]}


def _number(source: random.Random, operator: str) -> dict[str, Any]:
    # In the engine, infinity isn't equal to itself.
    numbers = [number for number in _NUMBERS if operator != "NUM_EQ" or number != "1e400"]
    return {"field": _field(source, "number"), "value": source.choice(numbers)}


def _moment(source: random.Random, operator: str) -> dict[str, Any]:
    return {"field": _field(source, "moment"), "value": source.choice(_MOMENTS)}


def _version(source: random.Random, operator: str) -> dict[str, Any]:
    return {"field": _field(source, "version"), "value": source.choice(_VERSIONS)}


def _network(source: random.Random, operator: str) -> dict[str, Any]:
    return {"field": _field(source, "address"), "values": _some(source, _NETWORKS, 1)}


def _pattern(source: random.Random, operator: str) -> dict[str, Any]:
    return {"field": _readable(source), "value": source.choice(_PATTERNS)}


def _readable(source: random.Random) -> str:
    # If a context has no `currentTime`, the engine reads the current time as a string.
    return source.choice([field for field in FIELDS["text"] * 5 + sum(FIELDS.values(), []) if field != "currentTime"])


_Make = Callable[[random.Random, str], dict[str, Any]]
_OPERATORS: list[tuple[str, _Make]] = [
    ("IN", _list), ("NOT_IN", _list), ("IN", _users), ("NOT_IN", _users),
    ("STR_STARTS_WITH", _fragments), ("STR_ENDS_WITH", _fragments), ("STR_CONTAINS", _fragments),
    *[(f"NUM_{name}", _number) for name in ("EQ", "GT", "GTE", "LT", "LTE")],
    ("DATE_AFTER", _moment), ("DATE_BEFORE", _moment),
    *[(f"SEMVER_{name}", _version) for name in ("EQ", "GT", "GTE", "LT", "LTE")],
    ("REGEX", _pattern), ("REGEX", _pattern), ("IN_CIDR", _network),
]  # fmt: skip
#: All generated operators.
OPERATORS = sorted({name for name, _ in _OPERATORS})
