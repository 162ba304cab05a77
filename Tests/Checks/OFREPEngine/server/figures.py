# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""What the server counted."""

from __future__ import annotations

import threading
from collections import Counter

from testserver.messages import Request


class Figures:
    """Counts of what was asked; safe from any thread."""

    def __init__(self) -> None:
        """Everything at nought."""
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter({"foreign tag": 0})
        self._given: set[tuple[str, bytes]] = set()

    def seen(self, what: str) -> None:
        """Counts something, such as `bulk 200`."""
        with self._lock:
            self._counts[what] += 1

    def conditional(self, request: Request, tag: str, known: list[str]) -> None:
        """Counts a bulk request by the tags that it names, which must have been given for the same body before."""
        with self._lock:
            for named in known:
                self._counts["tag" if (named, request.body) in self._given else "foreign tag"] += 1
            self._given.add((tag, request.body))

    def json(self) -> dict[str, int]:
        """The counts, sorted by name."""
        with self._lock:
            return dict(sorted(self._counts.items()))
