# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Requests to a server process."""

from __future__ import annotations

import json
import unittest
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, ClassVar

from testserver.process import ServerProcess

#: A constant seed for these checks. The script uses other seeds.
SEED = 4711
BULK = "/ofrep/v1/evaluate/flags"

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
    def flags(self) -> dict[str, Any]:
        """The flags of a bulk response by key."""
        return {item["key"]: item for item in self.json["flags"]}


class Server(ServerProcess):
    """A running server."""

    def __init__(self, *more: str) -> None:
        """Starts the server, and waits for its port."""
        super().__init__(_ROOT, "--seed", str(SEED), *more)

    def send(self, method: str, target: str, body: bytes = b"", **headers: str) -> Answer:
        """Sends a request. Keyword names of headers have `_` for `-`."""
        lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return Answer(*self.exchange("\r\n".join([*lines, "", ""]).encode("latin-1") + body))

    def get(self, target: str) -> Any:
        """Requests a control path."""
        return self.send("GET", target).json

    def bulk(self, context: Any, query: str = "", **headers: str) -> Answer:
        """Requests all flags."""
        return self.send("POST", BULK + query, json.dumps({"context": context}).encode(), **headers)

    def stream(self, path: str) -> HTTPConnection:
        """Opens a connection, and requests a stream."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers={"Accept": "text/event-stream"})
        return connection


class ServerCase(unittest.TestCase):
    """Checks that share one server per class."""

    server: ClassVar[Server]

    @classmethod
    def setUpClass(cls) -> None:
        """Starts a server."""
        cls.server = Server()

    @classmethod
    def tearDownClass(cls) -> None:
        """Stops the server."""
        cls.server.close()
