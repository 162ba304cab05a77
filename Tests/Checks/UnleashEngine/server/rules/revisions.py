# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The rules of the client API, their revisions, and the changes between revisions."""

from __future__ import annotations

import copy
import threading
from typing import Any

#: The number of recorded changes. A client whose last change is older receives everything.
KEPT = 200


class Rules:
    """Features and segments, which can be used from any thread. Each change of one of them is a separate revision."""

    def __init__(self) -> None:
        """Starts without features, at the first revision."""
        self._lock = threading.Lock()
        self._features: dict[str, dict[str, Any]] = {}
        self._segments: dict[int, dict[str, Any]] = {}
        self._revision = 1
        #: The last change of each feature and segment, in the order of revisions.
        self._changes: dict[tuple[str, str | int], dict[str, Any]] = {}

    def replace(self, document: dict[str, Any]) -> int:
        """Replaces the document, and returns the revision."""
        features = {feature["name"]: feature for feature in document["features"]}
        segments = {segment["id"]: segment for segment in document.get("segments", [])}
        with self._lock:
            for number, segment in segments.items():
                if self._segments.get(number) != segment:
                    self._changed("segment", number, {"type": "segment-updated", "segment": segment})
            for name, feature in features.items():
                if self._features.get(name) != feature:
                    self._changed("feature", name, {"type": "feature-updated", "feature": feature})
            for name in [name for name in self._features if name not in features]:
                project = self._features[name].get("project", "default")
                event = {"type": "feature-removed", "featureName": name, "project": project}
                self._changed("feature", name, event)
            for number in [number for number in self._segments if number not in segments]:
                self._changed("segment", number, {"type": "segment-removed", "segmentId": number})
            self._features, self._segments = features, segments
            return self._revision

    def document(self) -> dict[str, Any]:
        """All features and segments."""
        with self._lock:
            return {
                "version": 2,
                "features": list(self._features.values()),
                "segments": list(self._segments.values()),
            }

    def full(self, projects: list[str], *, has_segments: bool) -> tuple[dict[str, Any], int]:
        """The document of some projects (or of all, for an empty list), and its revision.

        Without `has_segments`, each strategy contains the constraints of its segments.
        """
        with self._lock:
            features = [feature for feature in self._features.values() if _belongs(feature, projects)]
            segments, revision = dict(self._segments), self._revision
        if has_segments:
            return {"version": 2, "features": features, "segments": list(segments.values())}, revision
        return {"version": 2, "features": [_inlined(feature, segments) for feature in features]}, revision

    def delta(self, cursor: int | None, projects: list[str]) -> tuple[list[dict[str, Any]], int]:
        """The events since a revision, and the revision that they lead to. There might be no events."""
        with self._lock:
            revision = self._revision
            if cursor is not None and cursor >= revision:
                return [], revision
            if cursor is None or cursor < revision - KEPT:
                features = [feature for feature in self._features.values() if _belongs(feature, projects)]
                segments = list(self._segments.values())
                hydration = {"eventId": revision, "type": "hydration", "features": features, "segments": segments}
                return [hydration], revision
            events = sorted(self._changes.values(), key=lambda event: event["eventId"])
            return [event for event in events if event["eventId"] > cursor and _concerns(event, projects)], revision

    def _changed(self, kind: str, key: str | int, event: dict[str, Any]) -> None:
        self._revision += 1
        self._changes[(kind, key)] = {"eventId": self._revision, **event}


def _belongs(feature: dict[str, Any], projects: list[str]) -> bool:
    return not projects or feature.get("project", "default") in projects


def _concerns(event: dict[str, Any], projects: list[str]) -> bool:
    if event["type"].startswith("segment"):
        return True
    return _belongs(event.get("feature", event), projects)


def _inlined(feature: dict[str, Any], segments: dict[int, dict[str, Any]]) -> dict[str, Any]:
    result = copy.deepcopy(feature)
    for strategy in result.get("strategies", []):
        for number in strategy.pop("segments", []):
            strategy["constraints"] = strategy.get("constraints", []) + segments[number]["constraints"]
    return result
