# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Contexts from a seed."""

from __future__ import annotations

import random
import uuid
from typing import Any

#: Strings that need escaping in a query, in a header, or in JSON.
_CARE = ["a+b=c", "50% off", "team & co", "[a]&b=c+d%20e", "x y", "zoë", "%2B", "é", "日本", "😀", "#/?;:@"]
_CARE += ['q"\\', "ß", "a\u0301\t\n"]
_PLANS = ["free", "pro", "team & co", "50% off", "a+b=c", "enterprise"]
_CITIES = ["São Paulo", "SÃO JOSÉ", "München", "münchen ost", "Oslo", "New York", "łódź"]
_DOMAINS = ["halyard.example", "staff.test", "mail.example", "groß.example", "x.test"]
_VERSIONS = ["1.9.9", "2.3.0", "2.3.1", "2.10.0", "2.3.0-beta.1", "3.0.0+build.5", "no version", ""]
_TIMES = [
    "2031-06-01T11:59:59Z", "2031-06-01T12:00:01Z", "2031-06-01T14:30:00+02:00", "2040-01-01T00:00:00.250Z",
    "2001-09-09T01:46:40Z",
]  # fmt: skip
_ADDRESSES = ["10.1.2.3", "10.2.0.1", "192.0.2.7", "2001:db8::17", "2001:db8:1::1", "127.0.0.1"]
_IDS = ["zoë+1@example.test", "user 7", "100%", "a/b?c=d&e", "ünï+cödé"]

#: An app's own fields in each request. `constraint.app` is on only with both.
COMMON = {"appName": "engine check+1", "environment": "staging & test"}


def contexts(seed: int, count: int) -> list[dict[str, Any]]:
    """Contexts in the app's form: known fields next to `properties`, whose values are strings, numbers, or Booleans.

    Every context has a session ID, so that the engine's results are never random.
    """
    source = random.Random(seed)
    return [_context(source, number) for number in range(count)]


def _context(source: random.Random, number: int) -> dict[str, Any]:
    context: dict[str, Any] = {"sessionId": _session(source, number)}
    if source.random() < 0.85:
        context["userId"] = _user(source, number)
    if source.random() < 0.6:
        context["remoteAddress"] = source.choice(_ADDRESSES)
    if source.random() < 0.5:
        context["currentTime"] = source.choice(_TIMES)
    properties = _properties(source)
    if properties:
        context["properties"] = properties
    return context


def _session(source: random.Random, number: int) -> str:
    kind = source.randrange(4)
    if kind == 0:
        return str(uuid.UUID(int=source.getrandbits(128), version=4))
    if kind == 1:
        return f"{source.choice(_CARE)} {number}"
    return str(source.randrange(1_000_000_000))


def _user(source: random.Random, number: int) -> str:
    kind = source.randrange(8)
    if kind == 0:
        return source.choice(_IDS)
    if kind < 3:
        return f"{source.choice(_CARE)}{source.randrange(10_000)}"
    return f"user-{number}-{source.getrandbits(32):08x}"


def _properties(source: random.Random) -> dict[str, Any]:
    local = source.choice(["ann", "bob+beta", "bob+beta2", "c d", "é&f", "%41"])
    candidates: dict[str, Any] = {
        "plan": source.choice(_PLANS),
        "email": f"{local}@{source.choice(_DOMAINS)}",
        "city": source.choice(_CITIES),
        "cartTotal": source.choice([0, 42, 99, 99.5, 100, 1234.25, -3, "99.50", "many"]),
        "staff": source.choice([True, False, "true"]),
        "clientVersion": source.choice(_VERSIONS),
        "accountId": source.choice([source.randrange(1000), f"account {source.randrange(1000)} & co"]),
        "odd & key=+%": source.choice(_CARE),
        "ключ.🔑": source.choice(_CARE),
        "empty": "",
    }
    return {key: value for key, value in candidates.items() if source.random() < 0.7}

