# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The control paths of the client API: sets of rules, the engine's results, counts, and failures."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from testserver.messages import Request, Response

from ..evaluation import Answer, Context, make_engine
from ..fields import texts
from ..figures import Figures
from ..generator import COMMON
from .api import ClientAPI
from .revisions import Rules
from .sets import RuleSet, RuleSets

#: The prefix of these paths.
BASE = "/_rules"


class RulesControl:
    """Paths below `/_rules`. They need no token, and aren't counted."""

    def __init__(self, kind: str, rules: Rules, figures: Figures, api: ClientAPI) -> None:
        """Controls the client API. `kind` is the engine's kind."""
        self._rules = rules
        self._figures = figures
        self._api = api
        self._engine = make_engine(kind, {"features": []})
        self._sets: RuleSets | None = None
        self._routes: dict[tuple[str, str], Callable[[Request], Any]] = {
            ("GET", "/figures"): self._counted,
            ("GET", "/requests"): lambda _: figures.requests(),
            ("GET", "/state"): lambda _: rules.document(),
            ("POST", "/state"): lambda request: self._replace(json.loads(request.body)),
            ("POST", "/set"): self._serve,
            ("POST", "/evaluate"): self._evaluate,
            ("POST", "/fail"): self._fail,
        }

    def answer(self, request: Request) -> Response:
        """Answers a control request."""
        route = self._routes.get((request.method, request.path.removeprefix(BASE)))
        if not route:
            return Response(404)
        try:
            return Response.of_json(200, route(request))
        except (KeyError, TypeError, ValueError) as problem:
            return Response.of_json(400, {"problem": repr(problem)})

    def _counted(self, _: Request) -> Any:
        return {**self._figures.json(), "registrations": self._api.registrations(), "events": self._api.events()}

    def _replace(self, document: dict[str, Any]) -> Any:
        self._engine.replace(document)
        return {"revision": self._rules.replace(document)}

    def _serve(self, request: Request) -> Any:
        query = parse_qs(request.query)
        seed, number = int(query["seed"][0]), int(query["number"][0])
        if not self._sets or self._sets.seed != seed or self._sets.last >= number:
            self._sets = RuleSets(seed)
        made: RuleSet = self._sets.reach(number)
        served = self._replace(made.document)
        return {**served, "common": COMMON, "contexts": made.contexts, "results": self._answers(made.contexts)}

    def _evaluate(self, request: Request) -> Any:
        return self._answers(json.loads(request.body)["contexts"])

    def _answers(self, contexts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        results = []
        for context in contexts:
            answers = self._engine.answers(_meant(context))
            results.append({"flags": {answer.name: _shown(answer) for answer in answers}, "edges": []})
        return results

    def _fail(self, request: Request) -> Any:
        plan = json.loads(request.body)
        self._api.fail_next(plan["kind"], plan["status"], plan.get("times", 1))
        return {}


def _meant(context: dict[str, Any]) -> Context:
    """Returns the engine's context for an app's context: the app's settings, and properties as strings."""
    fields = {key: value for key, value in context.items() if key != "properties"}
    return {**COMMON, **fields, "properties": texts(context.get("properties", {}))}


def _shown(answer: Answer) -> dict[str, Any]:
    return {
        "enabled": answer.enabled,
        "variant": {"name": answer.variant, "enabled": answer.variant_enabled, "payload": answer.payload},
    }
