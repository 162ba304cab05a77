# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""LaunchDarkly's evaluator from its Python SDK, and a double that evaluates every flag to false."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

JSON = dict[str, Any]


@dataclass(frozen=True)
class Result:
    """The value, the variation's index, and the reason of an evaluation."""

    value: Any
    variation: int | None
    reason: JSON


class Judge(Protocol):
    """Evaluates the flags of one document."""

    def evaluate(self, key: str, context: JSON) -> Result:
        """Evaluates a flag for a context."""


class LaunchDarkly:
    """The evaluator of the Python SDK, without its client. It's internal, so the version is pinned."""

    def __init__(self, document: JSON) -> None:
        """Reads a document in its strict form. The imports are here so that the double needs no installation."""
        from ldclient.evaluation import BigSegmentsStatus
        from ldclient.impl.evaluator import Evaluator
        from ldclient.impl.model import FeatureFlag, Segment

        # It would log each missing prerequisite.
        logging.getLogger("ldclient").setLevel(logging.CRITICAL)
        with warnings.catch_warnings():
            # Python warns about patterns that a later version could read differently.
            warnings.simplefilter("ignore")
            flags = {key: FeatureFlag(ascii_classes(flag)) for key, flag in document["flags"].items()}
            segments = {key: Segment(ascii_classes(segment)) for key, segment in document["segments"].items()}
        # The SDK's stores don't return deleted objects.
        self._flags = {key: flag for key, flag in flags.items() if not flag.deleted}
        segments = {key: segment for key, segment in segments.items() if not segment.deleted}
        self._evaluator = Evaluator(
            self._flags.get,
            lambda key: segments.get(key) if isinstance(key, str) else None,
            # As the SDK's client answers without a store.
            lambda _: (None, BigSegmentsStatus.NOT_CONFIGURED),
        )

    def evaluate(self, key: str, context: JSON) -> Result:
        """Evaluates a flag for a context."""
        return self.evaluate_parsed(key, parsed(context))

    def evaluate_parsed(self, key: str, context: Any) -> Result:
        """Evaluates a flag for a context of the SDK."""
        flag = self._flags.get(key)
        if flag is None:
            return Result(None, None, {"kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"})
        result = self._evaluator.evaluate(flag, context, _NoEvents())
        reason = {name: value for name, value in result.detail.reason.items() if value is not None}
        # Only in Python, the reason of some errors doesn't contain the status that the evaluator returns.
        if result.big_segments_status is not None:
            reason["bigSegmentsStatus"] = result.big_segments_status
        return Result(result.detail.value, result.detail.variation_index, reason)


    def call(self, key: str) -> Callable[[Any], Any]:
        """Returns the bare evaluation of a flag for a context of the SDK, to measure it."""
        flag, events, evaluate = self._flags[key], _NoEvents(), self._evaluator.evaluate
        return lambda context: evaluate(flag, context, events)


class AllFalse:
    """A double that evaluates every flag to false."""

    def __init__(self, document: JSON) -> None:
        """Ignores the document."""

    def evaluate(self, key: str, context: JSON) -> Result:
        """Returns false."""
        return Result(False, 0, {"kind": "FALLTHROUGH"})


class _NoEvents:
    def new_eval_event(self, *arguments: Any) -> None:
        """Creates no event."""


def parsed(context: JSON) -> Any:
    """Returns a context of the SDK. Only there, `3.0` isn't an integer, so it gets `3`."""
    from ldclient import Context

    made = Context.from_dict(_with_integers(context))
    if not made.valid:
        raise ValueError(f"{made.error}: {context}")
    return made


def _with_integers(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _with_integers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


def ascii_classes(item: JSON) -> JSON:
    """Returns a flag or segment whose patterns read `\\d`, `\\w`, and `\\s` as RE2 does."""
    return {**item, "rules": [{**rule, "clauses": [_clause(clause) for clause in rule["clauses"]]} for rule in item["rules"]]}


def _clause(clause: JSON) -> JSON:
    if clause["op"] != "matches":
        return clause
    # `(?i)` is for all letters in RE2, but with `(?a)` only for those of ASCII in Python.
    return {**clause, "values": [f"(?a){value}" if _has_classes(value) else value for value in clause["values"]]}


def _has_classes(value: Any) -> bool:
    return isinstance(value, str) and "(?i" not in value
