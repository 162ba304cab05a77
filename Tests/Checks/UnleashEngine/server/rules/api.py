# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The client API: rules, changes of rules, metrics, and registration."""

from __future__ import annotations

import hashlib
import re
import threading
from collections import Counter
from typing import Any
from urllib.parse import parse_qs

from testserver.messages import Refusal, Request, Response, encoded

from ..counts import Invalid
from ..figures import Figures
from ..flavour import Flavour, decoded_json, is_json, named
from ..tokens import TokenKind, kind_of
from .registration import registration
from .revisions import Rules

#: The path below the URL that an app uses.
BASE = "/api/client"
#: The first specification version with segments. Older clients receive the segments' constraints in each strategy.
SEGMENTS_SINCE = (4, 2, 0)

_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)([-+].*)?")
_ROUTES = {
    ("GET", "/features"): "features",
    ("GET", "/delta"): "delta",
    ("POST", "/metrics"): "metrics",
    ("POST", "/register"): "register",
}


class ClientAPI:
    """Answers apps that evaluate flags locally, and counts their requests."""

    def __init__(self, flavour: Flavour, rules: Rules, figures: Figures) -> None:
        """Serves rules. The flavour determines the form of tags and the validation of metrics."""
        self._flavour = flavour
        self._rules = rules
        self._figures = figures
        self._lock = threading.Lock()
        self._failures: dict[str, list[int]] = {}
        self._registrations: list[dict[str, Any]] = []
        self._events: Counter[str] = Counter()

    def fail_next(self, kind: str, status: int, times: int) -> None:
        """Answers the next requests of a kind with a status, without side effects."""
        with self._lock:
            self._failures.setdefault(kind, []).extend([status] * times)

    def events(self) -> dict[str, int]:
        """The number of sent events by type."""
        with self._lock:
            return dict(sorted(self._events.items()))

    def registrations(self) -> list[dict[str, Any]]:
        """The accepted registrations without changes, oldest first."""
        with self._lock:
            return list(self._registrations)

    def answer(self, request: Request) -> Response:
        """Answers a request."""
        kind = _ROUTES.get((request.method, request.path.removeprefix(BASE)), "other")
        try:
            response = self._planned_failure(kind) or self._answer(kind, request)
        except Refusal as refusal:
            response = refusal.response
        self._figures.seen(kind, request, response)
        return response

    def _planned_failure(self, kind: str) -> Response | None:
        with self._lock:
            planned = self._failures.get(kind)
            return self._flavour.failure(planned.pop(0)) if planned else None

    def _answer(self, kind: str, request: Request) -> Response:
        token = kind_of(request.header("Authorization"))
        if token is not TokenKind.BACKEND:
            return self._flavour.failure(403 if token is TokenKind.FRONTEND else 401)
        if kind == "features":
            return self._features(request)
        if kind == "delta":
            return self._delta(request)
        if kind == "metrics":
            self._figures.reported(self._flavour.report(request))
            return Response(202)
        if kind == "register":
            self._register(request)
            return Response(202)
        return self._flavour.failure(404)

    def _features(self, request: Request) -> Response:
        version = _VERSION.fullmatch(request.header("Unleash-Client-Spec") or "0.0.0")
        if not version:
            return self._flavour.failure(400)
        has_segments = tuple(int(part) for part in version.groups()[:3]) >= SEGMENTS_SINCE
        document, revision = self._rules.full(_projects(request), has_segments=has_segments)
        # A tag also identifies the projects and segments.
        query = hashlib.sha1(f"{request.query} {has_segments}".encode()).hexdigest()[:8]
        tag = self._tag(f"{query}:{revision}:v1")
        if self._is_current(request, tag):
            return Response(304)
        meta = {"revisionId": revision, "etag": tag, "queryHash": query}
        return _answer_of({**document, "query": {"inlineSegmentConstraints": not has_segments}, "meta": meta}, tag)

    def _delta(self, request: Request) -> Response:
        digits = (request.header("If-None-Match") or "").removeprefix("W/").strip('"')
        cursor = int(digits) if re.fullmatch(r"[0-9]{1,9}", digits) else None
        events, revision = self._rules.delta(cursor, _projects(request))
        if cursor is not None and cursor >= revision:
            return Response(304)
        with self._lock:
            self._events.update(event["type"] for event in events)
        return _answer_of({"events": events}, self._tag(str(revision)))

    def _tag(self, text: str) -> str:
        return f'W/"{text}"' if self._flavour.name == "edge" else f'"{text}"'

    def _is_current(self, request: Request, tag: str) -> bool:
        if self._flavour.name == "edge":
            names = named(request.header("If-None-Match"))
            return tag.removeprefix("W/") in (name.removeprefix("W/") for name in names)
        # The server compares strings.
        return request.header("If-None-Match") == tag

    def _register(self, request: Request) -> None:
        failure = self._flavour.failure(400)
        body = decoded_json(request, failure=failure) if is_json(request) else {}
        try:
            accepted = registration(body)
        except Invalid:
            raise Refusal(failure) from None
        self._figures.registered(accepted["appName"])
        with self._lock:
            self._registrations.append(accepted)


def _projects(request: Request) -> list[str]:
    return parse_qs(request.query, keep_blank_values=True).get("project", [])


def _answer_of(value: Any, tag: str) -> Response:
    return Response(200, encoded(value), {"Content-Type": "application/json; charset=utf-8", "ETag": tag})
