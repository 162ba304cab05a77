# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Contexts at the edge of a rollout.

A context is at the edge of a flag's rollout if a change of the percentage by one changes the result. The engine itself
evaluates documents with such changes, so no hash function is repeated here.
"""

from __future__ import annotations

import copy
from typing import Any

from .evaluation import Context, Engine, make_engine


def moved(document: dict[str, Any], by: int) -> dict[str, Any]:
    """The flags with a gradual rollout or with parents, with each rollout changed by a number of percentage points."""
    result = copy.deepcopy(document)
    result["features"] = [feature for feature in result["features"] if _rolls_out(feature)]
    for feature in result["features"]:
        for strategy in feature["strategies"]:
            if strategy["name"] == "flexibleRollout":
                percent = int(strategy["parameters"]["rollout"]) + by
                strategy["parameters"]["rollout"] = str(min(100, max(0, percent)))
    return result


class Edges:
    """Three engines: one with the original rollouts, one with 1 % less, and one with 1 % more."""

    def __init__(self, kind: str, document: dict[str, Any]) -> None:
        """Loads the engines."""
        self._engines: list[Engine] = [make_engine(kind, moved(document, by)) for by in (0, -1, 1)]

    def replace(self, document: dict[str, Any]) -> None:
        """Replaces the document of all three engines."""
        for engine, by in zip(self._engines, (0, -1, 1)):
            engine.replace(moved(document, by))

    def flags(self, context: Context) -> list[str]:
        """The flags whose result changes with one percentage point."""
        here, lower, higher = (engine.enabled(context) for engine in self._engines)
        return [name for name, enabled in here.items() if {lower[name], higher[name]} != {enabled}]


def _rolls_out(feature: dict[str, Any]) -> bool:
    strategies = {strategy["name"] for strategy in feature["strategies"]}
    return "flexibleRollout" in strategies or "dependencies" in feature
