# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Decoding of a context from a query string, according to the form rules."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

#: Fields of a context that aren't properties.
ROOT = ("appName", "environment", "userId", "sessionId", "remoteAddress", "currentTime")

_PROPERTY = re.compile(r"properties\[([^\[\]]+)\]", re.DOTALL)


def pairs(query: str) -> list[tuple[str, str]]:
    """Decodes a query: `+` is a space, and escapes are UTF-8.

    Raises `UnicodeDecodeError` for invalid UTF-8.
    """
    result = []
    for part in query.split("&"):
        if part:
            key, _, value = part.partition("=")
            result.append((_decoded(key), _decoded(value)))
    return result


def nested(fields: list[tuple[str, str]]) -> tuple[dict[str, Any], list[str]]:
    """Puts `properties[name]` into a map, and returns the keys that no server reads.

    For a server, a repeated key is a list, and a key with more brackets is a map. Neither is a string.
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
    """Returns a JSON value as a string: JSON's form of a number or Boolean, and nothing for lists, maps, and null."""
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
    """Returns the entries of a JSON map that can be strings."""
    if not isinstance(values, dict):
        return {}
    found = ((key, text(value)) for key, value in values.items())
    return {key: value for key, value in found if value is not None}


def _decoded(part: str) -> str:
    return unquote_to_bytes(part.replace("+", " ")).decode("utf-8")
