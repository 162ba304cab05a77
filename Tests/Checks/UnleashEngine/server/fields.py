# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Reading a context off a query string, as form decoding does it."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

#: Fields of a context that are no properties.
ROOT = ("appName", "environment", "userId", "sessionId", "remoteAddress", "currentTime")

_PROPERTY = re.compile(r"properties\[([^\[\]]+)\]", re.DOTALL)


def pairs(query: str) -> list[tuple[str, str]]:
    """Decodes a query: `+` is a space, escapes are UTF-8.

    Raises `UnicodeDecodeError` when they are not.
    """
    result = []
    for part in query.split("&"):
        if part:
            key, _, value = part.partition("=")
            result.append((_decoded(key), _decoded(value)))
    return result


def nested(fields: list[tuple[str, str]]) -> tuple[dict[str, Any], list[str]]:
    """Puts `properties[name]` into a map, and names the keys that no server reads.

    A key that comes twice is a list to a server, and a key with more brackets is a map: neither is a text.
    """
    context: dict[str, Any] = {"properties": {}}
    ignored = []
    counts: dict[str, int] = {}
    for key, _ in fields:
        counts[key] = counts.get(key, 0) + 1
    for key, value in fields:
        found = _PROPERTY.fullmatch(key)
        if counts[key] > 1 or (not found and ("[" in key or key == "properties")):
            ignored.append(key)
        elif found:
            context["properties"][found.group(1)] = value
        else:
            context[key] = value
    return context, ignored


def text(value: Any) -> str | None:
    """A JSON value as a text: numbers and booleans as JSON writes them, nothing for lists, maps and null."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    return None


def texts(values: Any) -> dict[str, str]:
    """The members of a JSON map that can be written as texts."""
    if not isinstance(values, dict):
        return {}
    found = ((key, text(value)) for key, value in values.items())
    return {key: value for key, value in found if value is not None}


def _decoded(part: str) -> str:
    return unquote_to_bytes(part.replace("+", " ")).decode("utf-8")
