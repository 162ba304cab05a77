# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The frontend API as Unleash Edge serves it."""

from __future__ import annotations

import hashlib
from typing import Any

from testserver.messages import Refusal, Request, Response

from .counts import Invalid, Report, report
from .evaluation import Answer, Context
from .fields import ROOT, nested, pairs, text, texts
from .flavour import decoded_json, is_json, named
from .tokens import TokenKind


class Edge:
    """Strong tags on everything, both spellings of impression data, and empty bodies for errors."""

    name = "edge"
    serves_all = True
    honours_current_time = True
    metrics_status = 202
    register_status = 202

    def refuse(self, kind: TokenKind) -> Response | None:
        """403 for a token that isn't a frontend token, and 401 for a token with unknown validity."""
        if kind is TokenKind.FRONTEND:
            return None
        return Response(401 if kind is TokenKind.UNKNOWN else 403)

    def context(self, request: Request) -> tuple[Context, list[str]]:
        """Reads the query of a GET, or the wrapped or flat body of a POST."""
        ignored: list[str] = []
        if request.method == "GET":
            try:
                values, ignored = nested(pairs(request.query))
            except UnicodeDecodeError:
                raise Refusal(Response(400)) from None
        else:
            values = self._body(request)
            if isinstance(values.get("context"), dict):
                values = values["context"]
        return _context(values, request.peer), ignored

    def toggles(self, answers: list[Answer], *, everything: bool) -> dict[str, Any]:
        """Flags sorted by name. Disabled flags are included only if the request is for all flags."""
        shown = sorted((a for a in answers if a.enabled or everything), key=lambda a: a.name)
        return {"toggles": [_toggle(answer) for answer in shown]}

    def tag(self, request: Request, body: bytes) -> str | None:
        """A strong tag, for GET and POST."""
        return f'"{len(body):x}-{hashlib.sha256(body).hexdigest()[:24]}"'

    def is_current(self, request: Request, tag: str) -> bool:
        """Strong comparison. A tag that became weak on the way never matches."""
        names = named(request.header("If-None-Match"))
        return tag in names or "*" in names

    def report(self, request: Request) -> Report:
        """400 for invalid JSON, and 422 for JSON of another shape."""
        try:
            return report(self._body(request), lenient=False)
        except Invalid as problem:
            raise Refusal(_unprocessable(str(problem))) from None

    def application(self, request: Request) -> str:
        """The registered application's name."""
        name = self._body(request).get("appName")
        if not isinstance(name, str):
            raise Refusal(_unprocessable("appName"))
        return name

    def failure(self, status: int) -> Response:
        """Most errors have an empty body."""
        return Response(status)

    def _body(self, request: Request) -> dict[str, Any]:
        if not is_json(request):
            raise Refusal(Response(415))
        value = decoded_json(request, failure=Response(400))
        if not isinstance(value, dict):
            raise Refusal(_unprocessable("The body isn't a map."))
        return value


def _unprocessable(problem: str) -> Response:
    return Response(422, problem.encode("utf-8"), {"Content-Type": "text/plain; charset=utf-8"})


def _context(values: dict[str, Any], peer: str) -> Context:
    properties = texts(values.get("properties", {}))
    for key, value in values.items():
        if key not in ROOT and isinstance(value, str):
            properties.setdefault(key, value)
    context: Context = {}
    for key in ROOT:
        value = text(values.get(key))
        if value is None:
            value = properties.pop(key, None)
        if value is not None:
            context[key] = value
    context.setdefault("remoteAddress", peer)
    context["properties"] = properties
    return context


def _toggle(answer: Answer) -> dict[str, Any]:
    return {
        "name": answer.name,
        "enabled": answer.enabled,
        "variant": {"name": answer.variant, "enabled": answer.variant_enabled, "payload": answer.payload},
        "impressionData": answer.impressions,
        "impression_data": answer.impressions,
    }
