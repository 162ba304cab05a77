# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""What the server counted."""

from __future__ import annotations

import threading
from collections import Counter, deque
from dataclasses import asdict
from typing import Any

from testserver.messages import Request, Response

from .counts import Count, Report, add

#: How many requests are kept word for word.
KEPT = 2000


class Figures:
    """Counts of everything that was asked of the API; safe from any thread."""

    def __init__(self) -> None:
        """Everything at nought."""
        self._lock = threading.Lock()
        self._statuses: Counter[str] = Counter()
        self._ignored: Counter[str] = Counter()
        self._flags: dict[str, Count] = {}
        self._buckets: list[dict[str, str | None]] = []
        self._lost = 0
        self._applications: set[str] = set()
        self._requests: deque[dict[str, Any]] = deque(maxlen=KEPT)

    def seen(self, kind: str, request: Request, response: Response) -> None:
        """Notes a request and the status of its answer; `kind` is what was asked for, such as `fetch` or `metrics`."""
        with self._lock:
            self._statuses[f"{kind} {response.status}"] += 1
            self._requests.append(
                {
                    "method": request.method,
                    "target": request.target,
                    "headers": [list(header) for header in request.headers],
                    "body": request.body.decode("utf-8", "replace"),
                    "status": response.status,
                }
            )

    def ignored(self, keys: list[str]) -> None:
        """Notes parts of a query that no server reads."""
        with self._lock:
            self._ignored.update(keys)

    def reported(self, report: Report) -> None:
        """Adds accepted metrics."""
        with self._lock:
            self._lost += add(self._flags, report)
            self._applications.add(report.app)
            self._buckets.append({"instance": report.instance, "start": report.start, "stop": report.stop})

    def registered(self, app: str) -> None:
        """Notes a registration."""
        with self._lock:
            self._applications.add(app)

    def json(self) -> dict[str, Any]:
        """Everything but the requests."""
        with self._lock:
            return {
                "statuses": dict(sorted(self._statuses.items())),
                "ignoredKeys": dict(self._ignored),
                "flags": {name: asdict(count) for name, count in sorted(self._flags.items())},
                "lostVariants": self._lost,
                "buckets": list(self._buckets),
                "applications": sorted(self._applications),
            }

    def requests(self) -> list[dict[str, Any]]:
        """The last requests, oldest first."""
        with self._lock:
            return list(self._requests)
