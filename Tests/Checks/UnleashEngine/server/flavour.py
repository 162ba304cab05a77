# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Where Unleash Edge and the Unleash server differ."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Protocol

from testserver.messages import Refusal, Request, Response

from .counts import Report
from .evaluation import Answer, Context
from .fields import texts
from .tokens import TokenKind


class Flavour(Protocol):
    """One kind of server: how it reads requests, and how it words its answers."""

    #: As on the command line.
    name: str
    #: Whether `/all` exists.
    serves_all: bool
    #: Whether a context's `currentTime` is the clock of the evaluation.
    honours_current_time: bool
    #: The status for accepted metrics.
    metrics_status: int
    #: The status for an accepted registration.
    register_status: int

    def refuse(self, kind: TokenKind) -> Response | None:
        """The answer to a token, or nothing when it may fetch."""

    def context(self, request: Request) -> tuple[Context, list[str]]:
        """The engine's context of a GET or POST, and the keys that were ignored. Raises `Refusal`."""

    def toggles(self, answers: list[Answer], *, everything: bool) -> dict[str, Any]:
        """The body of an answer."""

    def tag(self, request: Request, body: bytes) -> str | None:
        """The entity tag of an answer."""

    def is_current(self, request: Request, tag: str) -> bool:
        """Whether the request names the tag, so that 304 is the answer."""

    def report(self, request: Request) -> Report:
        """The metrics of a body. Raises `Refusal`."""

    def application(self, request: Request) -> str:
        """The name in a registration. Raises `Refusal`."""

    def failure(self, status: int) -> Response:
        """An answer that only refuses."""


def meant(context: dict[str, Any], flavour: Flavour, peer: str) -> Context:
    """What the engine is to be asked when an app means this context.

    This is the other way to an answer: it starts at the app's own JSON and reads no query and no request body, so that
    a mistake in how a context is sent cannot hide in how it is read.
    """
    result: Context = {key: value for key, value in context.items() if key != "properties"}
    result["properties"] = texts(context.get("properties", {}))
    result.setdefault("remoteAddress", peer)
    if not flavour.honours_current_time:
        if "currentTime" in result:
            result["properties"].setdefault("currentTime", result["currentTime"])
        result["currentTime"] = now()
    return result


def now() -> str:
    """The time for an engine whose clock is the server's own; it would take a property of that name otherwise."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def decoded_json(request: Request, *, failure: Response) -> Any:
    """A request's body as JSON. Raises `Refusal` with the answer for a body that is none."""
    try:
        return json.loads(request.body.decode("utf-8"))
    except ValueError:
        raise Refusal(failure) from None


def is_json(request: Request) -> bool:
    """Whether the request says that its body is JSON."""
    return (request.header("Content-Type") or "").partition(";")[0].strip().lower() == "application/json"


def named(header: str | None) -> list[str]:
    """The tags of an `If-None-Match` header."""
    return [tag.strip() for tag in (header or "").split(",") if tag.strip()]
