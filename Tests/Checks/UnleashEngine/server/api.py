# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The frontend API: fetching, metrics, and registration."""

from __future__ import annotations

import threading

from testserver.messages import Refusal, Request, Response, encoded

from .evaluation import Engine
from .figures import Figures
from .flavour import Flavour
from .tokens import kind_of

#: The path of the URL that an app uses.
BASE = "/api/frontend"


class FrontendAPI:
    """Answers requests like one flavour of server, and counts them."""

    def __init__(self, flavour: Flavour, engine: Engine, figures: Figures) -> None:
        """Serves the engine's results."""
        self._flavour = flavour
        self._engine = engine
        self._figures = figures
        self._lock = threading.Lock()
        self._failures: dict[str, list[tuple[int, dict[str, str]]]] = {}

    def fail_next(self, kind: str, status: int, times: int, headers: dict[str, str]) -> None:
        """Answers the next requests of a kind (`fetch`, `metrics`, `register`) with a status, without side effects."""
        with self._lock:
            self._failures.setdefault(kind, []).extend([(status, headers)] * times)

    def answer(self, request: Request) -> Response:
        """Answers a request."""
        kind, everything = self._route(request)
        try:
            response = self._planned_failure(kind) or self._answer(kind, request, everything)
        except Refusal as refusal:
            response = refusal.response
        self._figures.seen(kind, request, response)
        return response

    def _route(self, request: Request) -> tuple[str, bool]:
        path = request.path
        everything = self._flavour.serves_all and (path == f"{BASE}/all" or path.startswith(f"{BASE}/all/"))
        routes = {"": "fetch", "/client/metrics": "metrics", "/client/register": "register"}
        kind = routes.get(path.removeprefix(f"{BASE}/all" if everything else BASE), "other")
        methods = ("GET", "POST") if kind == "fetch" else ("POST",)
        return (kind if request.method in methods else "other"), everything

    def _planned_failure(self, kind: str) -> Response | None:
        with self._lock:
            planned = self._failures.get(kind)
            if not planned:
                return None
            status, headers = planned.pop(0)
        failure = self._flavour.failure(status)
        return Response(status, failure.body, {**failure.headers, **headers})

    def _answer(self, kind: str, request: Request, everything: bool) -> Response:
        refusal = self._flavour.refuse(kind_of(request.header("Authorization")))
        if refusal:
            return refusal
        if kind == "fetch":
            return self._fetch(request, everything)
        if kind == "metrics":
            self._figures.reported(self._flavour.report(request))
            return Response(self._flavour.metrics_status)
        if kind == "register":
            self._figures.registered(self._flavour.application(request))
            return Response(self._flavour.register_status)
        return self._flavour.failure(404)

    def _fetch(self, request: Request, everything: bool) -> Response:
        context, ignored = self._flavour.context(request)
        self._figures.ignored(ignored)
        body = encoded(self._flavour.toggles(self._engine.answers(context), everything=everything))
        headers = {"Content-Type": "application/json; charset=utf-8"}
        tag = self._flavour.tag(request, body)
        if tag:
            headers["ETag"] = tag
            if self._flavour.is_current(request, tag):
                return Response(304, b"", {"ETag": tag})
        return Response(200, body, headers)
