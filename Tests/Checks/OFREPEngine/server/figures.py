# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The server's counts."""

from __future__ import annotations

import threading
from collections import Counter

from testserver.messages import Request


class Figures:
    """Counts of requests. They can be used from any thread."""

    def __init__(self) -> None:
        """Starts all counts at 0."""
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter({"foreign tag": 0})
        self._given: set[tuple[str, bytes]] = set()

    def seen(self, what: str) -> None:
        """Counts an event, such as `bulk 200`."""
        with self._lock:
            self._counts[what] += 1

    def conditional(self, request: Request, tag: str, known: list[str]) -> None:
        """Counts a bulk request by its ETags, which must come from an earlier response to the same body."""
        with self._lock:
            for named in known:
                self._counts["tag" if (named, request.body) in self._given else "foreign tag"] += 1
            self._given.add((tag, request.body))

    def json(self) -> dict[str, int]:
        """The counts, sorted by name."""
        with self._lock:
            return dict(sorted(self._counts.items()))
