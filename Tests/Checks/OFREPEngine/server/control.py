# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The control paths: contexts, the engine's own decisions, a change of all flags, and counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from testserver.messages import Request, Response

from .configuration import Configurations
from .contexts import contexts
from .evaluation import Answer, Context
from .figures import Figures
from .ofrep import OFREP
from .streams import Streams

#: The time that a change waits for streams, in seconds.
_PATIENCE = 60


class Control:
    """Paths that begin with an underscore. They aren't counted."""

    def __init__(self, configurations: Configurations, streams: Streams, figures: Figures, ofrep: OFREP) -> None:
        """Controls the server that consists of these parts."""
        self._configurations = configurations
        self._streams = streams
        self._ofrep = ofrep
        self._routes: dict[tuple[str, str], Callable[[Request], Any]] = {
            ("GET", "/_contexts"): lambda request: _asked(request),
            ("GET", "/_answers"): self._answers,
            ("POST", "/_next"): self._next,
            ("GET", "/_figures"): lambda _: figures.json(),
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

    def _answers(self, request: Request) -> Any:
        """Returns the engine's decisions about each flag, for each context of a seed, without using the protocol."""
        engine = self._configurations.current.engine
        return [
            [_shown(answer) for answer in engine.answers(Context(context.get("key"), context["attributes"]))]
            for context in _asked(request)
        ]

    def _next(self, request: Request) -> Any:
        """Changes to the next generation as soon as enough streams are open."""
        streams = int(parse_qs(request.query).get("streams", ["0"])[0])
        if not self._streams.wait(streams, _PATIENCE):
            raise ValueError(f"{streams} streams didn't open within {_PATIENCE} s")
        configuration = self._configurations.advance()
        self._ofrep.changed(configuration)
        return {"generation": configuration.generation}


def _asked(request: Request) -> list[dict[str, Any]]:
    query = parse_qs(request.query)
    return contexts(int(query["seed"][0]), int(query["count"][0]))


def _shown(answer: Answer) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "key": answer.key,
        "type": answer.type,
        "reason": answer.reason,
        "metadata": answer.metadata,
    }
    if answer.value is not None:
        shown["value"] = answer.value
    if answer.variant is not None:
        shown["variant"] = answer.variant
    if answer.failure:
        shown["error"] = {"code": answer.failure.code, "details": answer.failure.details}
    return shown
