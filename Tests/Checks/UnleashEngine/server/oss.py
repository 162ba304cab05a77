# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The frontend API as the Unleash server serves it."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from typing import Any

from testserver.messages import Refusal, Request, Response

from .counts import Invalid, Report, report
from .evaluation import Answer, Context
from .fields import ROOT, nested, pairs, text, texts
from .flavour import decoded_json, is_json, named, now
from .tokens import TokenKind

_NO_CACHE = re.compile(r"(?:^|,)\s*no-cache\s*(?:,|$)")


class OpenSource:
    """Weak tags on GET, only enabled flags, JSON for errors, and its own clock."""

    name = "server"
    serves_all = False
    honours_current_time = False
    metrics_status = 200
    register_status = 200

    def refuse(self, kind: TokenKind) -> Response | None:
        """403 for a token of the wrong kind, and 401 for any other token that isn't a frontend token."""
        if kind is TokenKind.FRONTEND:
            return None
        return self.failure(403 if kind is TokenKind.BACKEND else 401)

    def context(self, request: Request) -> tuple[Context, list[str]]:
        """Reads the query of a GET, or `context` in the body of a POST. A flat body is an empty context."""
        ignored: list[str] = []
        if request.method == "GET":
            try:
                values, ignored = nested(pairs(request.query))
            except UnicodeDecodeError:
                raise Refusal(self.failure(400)) from None
        else:
            found = self._body(request).get("context")
            values = found if isinstance(found, dict) else {}
        return _context(values, request.peer), ignored

    def toggles(self, answers: list[Answer], *, everything: bool) -> dict[str, Any]:
        """Only enabled flags, in no guaranteed order."""
        return {"toggles": [_toggle(answer) for answer in reversed(answers) if answer.enabled]}

    def tag(self, request: Request, body: bytes) -> str | None:
        """A weak tag, for GET only."""
        if request.method != "GET":
            return None
        return f'W/"{len(body):x}-{base64.b64encode(hashlib.sha1(body).digest()).decode()[:27]}"'

    def is_current(self, request: Request, tag: str) -> bool:
        """Weak comparison. A request that bypasses caches always gets a full response."""
        if _NO_CACHE.search(request.header("Cache-Control") or ""):
            return False
        names = named(request.header("If-None-Match"))
        return "*" in names or tag.removeprefix("W/") in (name.removeprefix("W/") for name in names)

    def report(self, request: Request) -> Report:
        """400 for every error."""
        try:
            return report(self._body(request), lenient=True)
        except Invalid as problem:
            raise Refusal(self.failure(400, str(problem))) from None

    def application(self, request: Request) -> str:
        """The registered application's name."""
        name = self._body(request).get("appName")
        if not isinstance(name, str) or not name:
            raise Refusal(self.failure(400, "appName"))
        return name

    def failure(self, status: int, message: str = "refused") -> Response:
        """A JSON body with a name and a message."""
        names = {400: "BadDataError", 401: "AuthenticationRequired", 403: "NoAccessError", 404: "NotFoundError"}
        return Response.of_json(status, {"name": names.get(status, "UnleashError"), "message": message})

    def _body(self, request: Request) -> dict[str, Any]:
        # The server ignores bodies of other types.
        if not is_json(request):
            return {}
        value = decoded_json(request, failure=self.failure(400, "The body isn't JSON."))
        return value if isinstance(value, dict) else {}


def _context(values: dict[str, Any], peer: str) -> Context:
    context: Context = {}
    properties: dict[str, str] = {}
    for key, value in values.items():
        written = text(value)
        if key == "currentTime" or key not in ROOT:
            if key != "properties" and written is not None:
                properties[key] = written
        elif written:
            context[key] = written
    context.setdefault("remoteAddress", peer)
    context["currentTime"] = now()
    # An app without a session ID gets a different one with each request.
    context.setdefault("sessionId", str(secrets.randbelow(1_000_000_000)))
    context["properties"] = properties | texts(values.get("properties", {}))
    return context


def _toggle(answer: Answer) -> dict[str, Any]:
    variant: dict[str, Any] = {"name": answer.variant, "enabled": answer.variant_enabled}
    if answer.payload is not None:
        variant["payload"] = answer.payload
    variant["feature_enabled"] = variant["featureEnabled"] = answer.enabled
    return {
        "name": answer.name,
        "enabled": answer.enabled,
        "variant": variant,
        "impressionData": answer.impressions,
    }
