# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""flagd's evaluator, and a double that evaluates nothing."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Context:
    """The context of an evaluation."""

    key: str | None = None
    attributes: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Failure:
    """The reason for a missing value."""

    code: str
    details: str


@dataclass(frozen=True)
class Answer:
    """The engine's decision about one flag in one context."""

    key: str
    #: One of `flags.TYPES`.
    type: str
    #: `None` means that the caller's default value applies.
    value: Any
    variant: str | None
    reason: str
    metadata: dict[str, Any]
    failure: Failure | None = None


class UnknownFlag(Exception):
    """A key without a flag."""


class Engine(Protocol):
    """Evaluates the flags of one document. It can be used from any thread."""

    #: The metadata of the flag set.
    metadata: dict[str, Any]

    def answers(self, context: Context) -> list[Answer]:
        """Evaluates every flag, sorted by key."""

    def answer(self, key: str, context: Context) -> Answer:
        """Evaluates one flag. Raises `UnknownFlag`."""


class Flagd:
    """flagd's evaluator, from PyPI."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Loads the engine. The import is here so that the double needs no installation."""
        from openfeature.contrib.tools.flagd.core import FlagdCore

        # It logs every rule that fails, but such rules are part of this check.
        logging.getLogger("openfeature.contrib").setLevel(logging.CRITICAL)
        self._core = FlagdCore()
        # As a string, because the engine changes the objects that it receives.
        self._core.set_flags(json.dumps(document))
        self._types = types(document)
        self.metadata = dict(self._core.get_flag_set_metadata())

    def answers(self, context: Context) -> list[Answer]:
        """Evaluates every flag, sorted by key."""
        return [self._answer(key, context) for key in sorted(self._types)]

    def answer(self, key: str, context: Context) -> Answer:
        """Evaluates one flag."""
        if key not in self._types:
            raise UnknownFlag(key)
        return self._answer(key, context)

    def _answer(self, key: str, context: Context) -> Answer:
        from openfeature.evaluation_context import EvaluationContext
        from openfeature.exception import OpenFeatureError

        type = self._types[key]
        resolve = getattr(self._core, f"resolve_{'object' if type == 'list' else type}_value")
        try:
            found = resolve(key, None, EvaluationContext(context.key, context.attributes))
        except OpenFeatureError as error:
            failure = Failure(str(error.error_code), error.error_message or "")
            return Answer(key, type, None, None, "ERROR", {}, failure)
        return Answer(key, type, found.value, found.variant, str(found.reason), dict(found.flag_metadata))


_FALSE: dict[str, Any] = {"boolean": False, "string": "", "integer": 0, "float": 0.0, "object": {}, "list": []}


class AllFalse:
    """Returns false, 0, or an empty value for everything. A check that passes with it shows nothing."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Stores the keys and types of the flags."""
        self._types, self.metadata = types(document), dict(document["metadata"])

    def answers(self, context: Context) -> list[Answer]:
        """Returns the same for every context."""
        return [self.answer(key, context) for key in sorted(self._types)]

    def answer(self, key: str, context: Context) -> Answer:
        """Returns the same for every context."""
        if key not in self._types:
            raise UnknownFlag(key)
        type = self._types[key]
        return Answer(key, type, _FALSE[type], "off", "STATIC", self.metadata)


def types(document: dict[str, Any]) -> dict[str, str]:
    """Returns the type of each flag, which is its first variant's type."""
    names = {bool: "boolean", str: "string", int: "integer", float: "float", dict: "object", list: "list"}
    return {key: names[type(next(iter(flag["variants"].values())))] for key, flag in document["flags"].items()}


def make_engine(kind: str, document: dict[str, Any]) -> Engine:
    """Creates the engine of a kind: `flagd` or `all-false`."""
    return Flagd(document) if kind == "flagd" else AllFalse(document)
