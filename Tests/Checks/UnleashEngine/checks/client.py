# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""A server process, and requests that are sent to it byte for byte."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from server.tokens import FRONTEND
from testserver.process import ServerProcess

_ROOT = Path(__file__).parent.parent


@dataclass
class Answer:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def enabled(self) -> set[str]:
        """The names of the enabled flags."""
        return {flag["name"] for flag in self.json["toggles"] if flag["enabled"]}


class Server(ServerProcess):
    """A running server of a flavour."""

    def __init__(self, flavour: str, *more: str) -> None:
        """Starts the server, and waits for its port."""
        super().__init__(_ROOT, "--flavour", flavour, *more)

    def raw(self, data: bytes) -> Answer:
        """Sends bytes, and reads one response."""
        return Answer(*self.exchange(data))

    def send(
        self, method: str, target: str, body: bytes = b"", token: str | None = FRONTEND, **headers: str
    ) -> Answer:
        """Sends a request. Keyword names of headers have `_` for `-`."""
        lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1"]
        if token is not None:
            lines.append(f"Authorization: {token}")
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return self.raw("\r\n".join([*lines, "", ""]).encode("latin-1") + body)

    def get(self, query: str = "", **headers: str) -> Answer:
        """Fetches with a query."""
        return self.send("GET", "/api/frontend" + (f"?{query}" if query else ""), b"", FRONTEND, **headers)

    def post(self, body: Any, path: str = "/api/frontend", **headers: str) -> Answer:
        """Posts JSON, or bytes without changes."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode("utf-8")
        headers.setdefault("Content_Type", "application/json")
        return self.send("POST", path, data, FRONTEND, **headers)

    def metrics(self, body: Any) -> Answer:
        """Posts metrics."""
        return self.post(body, "/api/frontend/client/metrics")

    def figures(self) -> Any:
        """Returns the server's counts."""
        return self.send("GET", "/_figures", token=None).json

    def evaluated(self, *contexts: dict[str, Any]) -> Any:
        """Returns the engine's own results."""
        return self.post({"contexts": contexts}, "/_evaluate").json
