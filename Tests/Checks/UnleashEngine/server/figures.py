# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The server's counts."""

from __future__ import annotations

import threading
from collections import Counter, deque
from dataclasses import asdict
from typing import Any

from testserver.messages import Request, Response

from .counts import Count, Report, add

#: The number of requests that are recorded in full.
KEPT = 2000


class Figures:
    """Counts of all API requests. They can be used from any thread."""

    def __init__(self) -> None:
        """Starts all counts at 0."""
        self._lock = threading.Lock()
        self._statuses: Counter[str] = Counter()
        self._ignored: Counter[str] = Counter()
        self._flags: dict[str, Count] = {}
        self._buckets: list[dict[str, str | None]] = []
        self._lost = 0
        self._applications: set[str] = set()
        self._requests: deque[dict[str, Any]] = deque(maxlen=KEPT)

    def seen(self, kind: str, request: Request, response: Response) -> None:
        """Counts a request by its kind, such as `fetch` or `metrics`, and by the status of its response."""
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
        """Adds keys of a query that no server reads."""
        with self._lock:
            self._ignored.update(keys)

    def reported(self, report: Report) -> None:
        """Adds accepted metrics."""
        with self._lock:
            self._lost += add(self._flags, report)
            self._applications.add(report.app)
            self._buckets.append({"instance": report.instance, "start": report.start, "stop": report.stop})

    def registered(self, app: str) -> None:
        """Adds a registration."""
        with self._lock:
            self._applications.add(app)

    def json(self) -> dict[str, Any]:
        """Returns everything except the requests."""
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
        """Returns the last requests, oldest first."""
        with self._lock:
            return list(self._requests)
