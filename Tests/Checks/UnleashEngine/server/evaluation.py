# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The evaluation engine behind a lock, and a double that evaluates nothing."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any, Protocol

#: A context in the engine's form: known fields, and `properties` with strings.
Context = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """The engine's result for one flag in one context."""

    name: str
    enabled: bool
    impressions: bool
    variant: str
    variant_enabled: bool
    payload: dict[str, str] | None


class BadState(Exception):
    """A features document that the engine rejected."""


class Engine(Protocol):
    """Evaluates every flag of a features document."""

    def replace(self, document: dict[str, Any]) -> None:
        """Replaces the features document."""

    def answers(self, context: Context) -> list[Answer]:
        """Evaluates every flag, in the order of the document."""

    def enabled(self, context: Context) -> dict[str, bool]:
        """Evaluates whether each flag is on, without its variant."""


class Yggdrasil:
    """The engine of Unleash Edge, from PyPI."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Loads the engine. The import is here so that the double needs no installation."""
        from yggdrasil_engine.engine import UnleashEngine

        self._engine = UnleashEngine()
        self._lock = threading.Lock()
        self._names: list[str] = []
        self.replace(document)

    def replace(self, document: dict[str, Any]) -> None:
        """Replaces the document. The engine reports no errors, so its flags are counted afterwards."""
        names = [feature["name"] for feature in document["features"]]
        with self._lock:
            self._engine.take_state(json.dumps(document))
            known = {flag.name for flag in self._engine.list_known_toggles()}
            if known != set(names):
                raise BadState(f"The engine has {len(known)} of {len(names)} flags.")
            self._names = names

    def answers(self, context: Context) -> list[Answer]:
        """Evaluates every flag without counting."""
        with self._lock:
            return [self._answer(name, context) for name in self._names]

    def enabled(self, context: Context) -> dict[str, bool]:
        """Evaluates every flag without its variant, and without counting."""
        with self._lock:
            return {name: self._engine.check_enabled(name, context).is_enabled for name in self._names}

    def _answer(self, name: str, context: Context) -> Answer:
        flag = self._engine.check_enabled(name, context)
        found = self._engine.check_variant(name, context)
        # The engine never raises. After an error, the flag seems to be unknown.
        if not (flag.is_found and found.is_found):
            raise RuntimeError(f"the engine failed at {name} for {context}")
        return Answer(
            name=name,
            enabled=flag.is_enabled,
            impressions=flag.requires_impression_event_emission,
            variant=found.variant.name,
            variant_enabled=found.variant.enabled,
            payload=found.variant.payload,
        )


class AllFalse:
    """An engine that returns false for everything. A check that passes with it shows nothing."""

    def __init__(self, document: dict[str, Any]) -> None:
        """Stores the names of the flags."""
        self.replace(document)

    def replace(self, document: dict[str, Any]) -> None:
        """Stores the names of the flags."""
        self._names = [feature["name"] for feature in document["features"]]

    def answers(self, context: Context) -> list[Answer]:
        """Returns false for every flag and context."""
        return [Answer(name, False, False, "disabled", False, None) for name in self._names]

    def enabled(self, context: Context) -> dict[str, bool]:
        """Returns false for every flag and context."""
        return dict.fromkeys(self._names, False)


def make_engine(kind: str, document: dict[str, Any]) -> Engine:
    """Creates the engine of a kind: `yggdrasil` or `all-false`."""
    return Yggdrasil(document) if kind == "yggdrasil" else AllFalse(document)
