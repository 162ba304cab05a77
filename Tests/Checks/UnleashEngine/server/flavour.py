# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The differences between Unleash Edge and the Unleash server."""

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
    """One kind of server, with its way to read requests and to form responses."""

    #: The name on the command line.
    name: str
    #: True if `/all` exists.
    serves_all: bool
    #: True if a context's `currentTime` is the time of the evaluation.
    honours_current_time: bool
    #: The status for accepted metrics.
    metrics_status: int
    #: The status for an accepted registration.
    register_status: int

    def refuse(self, kind: TokenKind) -> Response | None:
        """The response to a token, or `None` if it is allowed to fetch."""

    def context(self, request: Request) -> tuple[Context, list[str]]:
        """The engine's context of a GET or POST, and the ignored keys. Raises `Refusal`."""

    def toggles(self, answers: list[Answer], *, everything: bool) -> dict[str, Any]:
        """The body of a response."""

    def tag(self, request: Request, body: bytes) -> str | None:
        """The entity tag of a response."""

    def is_current(self, request: Request, tag: str) -> bool:
        """True if the request names the tag, so that the response is a 304."""

    def report(self, request: Request) -> Report:
        """The metrics of a body. Raises `Refusal`."""

    def application(self, request: Request) -> str:
        """The name in a registration. Raises `Refusal`."""

    def failure(self, status: int) -> Response:
        """An error response."""


def meant(context: dict[str, Any], flavour: Flavour, peer: str) -> Context:
    """Returns the engine's context for an app's context.

    This is a separate way to a result. It starts with the app's own JSON, and reads neither a query nor a request body.
    Therefore an error in sending a context can't be hidden by the same error in reading it.
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
    """The current time, for an engine that uses the server's clock. It hides a property of that name."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def decoded_json(request: Request, *, failure: Response) -> Any:
    """Returns a request's body as JSON. Raises `Refusal` with the response for invalid JSON."""
    try:
        return json.loads(request.body.decode("utf-8"))
    except ValueError:
        raise Refusal(failure) from None


def is_json(request: Request) -> bool:
    """Returns whether the request declares a JSON body."""
    return (request.header("Content-Type") or "").partition(";")[0].strip().lower() == "application/json"


def named(header: str | None) -> list[str]:
    """Returns the tags of an `If-None-Match` header."""
    return [tag.strip() for tag in (header or "").split(",") if tag.strip()]
