# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The control paths: counts, replaced flags, failures, and the engine's own results."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from testserver.messages import Request, Response

from .api import FrontendAPI
from .edges import Edges
from .evaluation import Answer, Engine
from .figures import Figures
from .flavour import Flavour, meant
from .generator import COMMON, contexts


class Control:
    """Paths that begin with an underscore. They need no token, and aren't counted."""

    def __init__(
        self,
        flavour: Flavour,
        engine: Engine,
        edges: Edges,
        figures: Figures,
        api: FrontendAPI,
        document: dict[str, Any],
    ) -> None:
        """Controls the server that consists of these parts."""
        self._flavour = flavour
        self._engine = engine
        self._edges = edges
        self._figures = figures
        self._api = api
        self._document = document
        self._routes: dict[tuple[str, str], Callable[[Request], Any]] = {
            ("GET", "/_figures"): lambda _: {"flavour": flavour.name, **figures.json()},
            ("GET", "/_requests"): lambda _: figures.requests(),
            ("GET", "/_contexts"): self._contexts,
            ("GET", "/_state"): lambda _: self._document,
            ("POST", "/_state"): self._replace,
            ("POST", "/_fail"): self._fail,
            ("POST", "/_evaluate"): self._evaluate,
        }

    def answer(self, request: Request) -> Response:
        """Answers a control request."""
        route = self._routes.get((request.method, request.path))
        if not route:
            return Response(404)
        try:
            return Response.of_json(200, route(request))
        except (KeyError, TypeError, ValueError) as problem:
            return Response.of_json(400, {"problem": repr(problem)})

    def _contexts(self, request: Request) -> Any:
        query = parse_qs(request.query)
        return {"common": COMMON, "contexts": contexts(int(query["seed"][0]), int(query["count"][0]))}

    def _replace(self, request: Request) -> Any:
        document = json.loads(request.body)
        self._engine.replace(document)
        self._edges.replace(document)
        self._document = document
        return {"flags": len(document["features"])}

    def _fail(self, request: Request) -> Any:
        plan = json.loads(request.body)
        self._api.fail_next(plan["kind"], plan["status"], plan.get("times", 1), plan.get("headers", {}))
        return {}

    def _evaluate(self, request: Request) -> Any:
        asked = json.loads(request.body)
        common = asked.get("common", {})
        results = []
        for context in asked["contexts"]:
            complete = meant({**common, **context}, self._flavour, request.peer)
            flags = {answer.name: _shown(answer) for answer in self._engine.answers(complete)}
            results.append({"flags": flags, "edges": self._edges.flags(complete)})
        return results


def _shown(answer: Answer) -> dict[str, Any]:
    return {
        "enabled": answer.enabled,
        "impressions": answer.impressions,
        "variant": {"name": answer.variant, "enabled": answer.variant_enabled, "payload": answer.payload},
    }
