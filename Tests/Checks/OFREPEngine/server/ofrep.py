# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The protocol as flagd implements it: bulk and single evaluation, entity tags, and an event stream."""

from __future__ import annotations

import hashlib
import json
from typing import Any
from urllib.parse import parse_qs, unquote

from testserver.messages import Refusal, Request, Response, encoded

from .configuration import Configuration, Configurations
from .evaluation import Answer, Context, UnknownFlag
from .figures import Figures
from .streams import Streams

_BULK = "/ofrep/v1/evaluate/flags"
_STREAM = "/ofrep/v1/sse"
#: The time that an inactive client keeps its stream, in seconds.
_INACTIVITY = 120
#: Above this limit, several floats have the same integer.
_EXACT = 1 << 53


class OFREP:
    """Answers requests below `/ofrep`."""

    def __init__(self, configurations: Configurations, streams: Streams, figures: Figures) -> None:
        """Serves the current configuration."""
        self._configurations = configurations
        self._streams = streams
        self._figures = figures

    def answer(self, request: Request) -> Response:
        """Answers a request, and counts it."""
        try:
            kind, response = self._answer(request)
        except Refusal as refusal:
            kind, response = "refused", refusal.response
        self._figures.seen(f"{kind} {response.status}")
        return response

    def changed(self, configuration: Configuration) -> None:
        """Announces a configuration on every stream."""
        data = {"type": "refetchEvaluation", "etag": configuration.tag, "lastModified": configuration.last_modified}
        text = f"id: {configuration.generation}\nevent: message\ndata: {encoded(data).decode()}\n\n"
        self._streams.publish(text.encode())

    def _answer(self, request: Request) -> tuple[str, Response]:
        if request.method == "GET" and request.path == _STREAM:
            headers = {"Content-Type": "text/event-stream", "Cache-Control": "no-cache"}
            return "stream", Response(200, headers=headers, pieces=self._streams.subscribe())
        if request.method == "POST" and request.path == _BULK:
            return "bulk", self._bulk(request)
        if request.method == "POST" and request.path.startswith(f"{_BULK}/"):
            return "single", self._single(request, unquote(request.path.removeprefix(f"{_BULK}/")))
        return "unknown", Response(404)

    def _bulk(self, request: Request) -> Response:
        configuration = self._configurations.current
        context = _context(request, {})
        stream = {"type": "sse", "inactivityDelaySec": _INACTIVITY, "endpoint": {"requestUri": _STREAM}}
        body = encoded(
            {
                "flags": [item(answer) for answer in configuration.engine.answers(context)],
                "metadata": _as_go(
                    {**configuration.engine.metadata, "flagConfigLastModified": configuration.last_modified}
                ),
                "eventStreams": [stream],
            }
        )
        tag = f'"{hashlib.sha256(body).hexdigest()}"'
        known = [named.removeprefix("W/") for named in _listed(request.header("If-None-Match"))]
        self._figures.conditional(request, tag, known)
        expected = parse_qs(request.query).get("flagConfigEtag", [configuration.tag])[0]
        if expected == configuration.tag and (tag in known or "*" in known):
            return Response(304, headers={"ETag": tag})
        if "flagConfigEtag=" in request.query and expected == configuration.tag:
            self._figures.seen("refetch")
        return Response(200, body, {"Content-Type": "application/json", "ETag": tag})

    def _single(self, request: Request, key: str) -> Response:
        context = _context(request, {"key": key})
        try:
            found = item(self._configurations.current.engine.answer(key, context))
        except UnknownFlag:
            details = f"flag `{key}` does not exist"
            return Response.of_json(404, {"key": key, "errorCode": "FLAG_NOT_FOUND", "errorDetails": details})
        return Response.of_json(400 if "errorCode" in found else 200, found)


def _context(request: Request, place: dict[str, str]) -> Context:
    """Returns the context of a body. It's empty if the body is invalid or has no context. Raises `Refusal`."""
    try:
        body = json.loads(request.body.decode("utf-8")) if request.body else {}
    except ValueError:
        failure = {**place, "errorCode": "INVALID_CONTEXT", "errorDetails": "Provider context is not valid"}
        raise Refusal(Response.of_json(400, failure)) from None
    context = body.get("context") if isinstance(body, dict) else None
    if not isinstance(context, dict):
        return Context()
    return Context(context.get("targetingKey"), {name: context[name] for name in context if name != "targetingKey"})


def item(answer: Answer) -> dict[str, Any]:
    """Returns a decision's item in a bulk response: code defaults have no value, and failures have only the failure."""
    if answer.failure:
        return {"key": answer.key, "errorCode": answer.failure.code, "errorDetails": answer.failure.details}
    written: dict[str, Any] = {"key": answer.key, "reason": answer.reason, "metadata": _as_go(answer.metadata)}
    if answer.value is not None:
        written["value"] = _as_go(answer.value)
    if answer.variant is not None:
        written["variant"] = answer.variant
    return written


def _as_go(value: Any) -> Any:
    """Returns a value as flagd writes it. Go writes `5.0` as `5`."""
    if isinstance(value, dict):
        return {name: _as_go(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_as_go(element) for element in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return value


def _listed(header: str | None) -> list[str]:
    return [tag.strip() for tag in (header or "").split(",") if tag.strip()]
