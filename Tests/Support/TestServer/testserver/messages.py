# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""What crosses the network, without sockets."""

from __future__ import annotations

import json
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Request:
    """One request as it arrived: nothing is decoded or normalised."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    body: bytes
    peer: str

    @property
    def path(self) -> str:
        """The target without its query and without slashes at the end."""
        return self.target.partition("?")[0].rstrip("/")

    @property
    def query(self) -> str:
        """What follows the first question mark, still encoded."""
        return self.target.partition("?")[2]

    def header(self, name: str) -> str | None:
        """The first value of a header, its name in any case."""
        for key, value in self.headers:
            if key.lower() == name.lower():
                return value
        return None


@dataclass(frozen=True)
class Response:
    """One answer; the listener adds the length.

    With pieces it has no length: they are sent as they come, after the body, and the connection ends with them.
    """

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Generator[bytes, None, None] | None = None

    @staticmethod
    def of_json(status: int, value: Any) -> Response:
        """An answer with a JSON body."""
        return Response(status, encoded(value), {"Content-Type": "application/json"})


class Refusal(Exception):
    """Ends the work on a request with this answer."""

    def __init__(self, response: Response) -> None:
        """Keeps the answer."""
        super().__init__(response.status)
        self.response = response


def encoded(value: Any) -> bytes:
    """Compact JSON in UTF-8, keys in their order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
