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

#: A constant seed for these checks; the script takes others.
SEED = 4711
BULK = "/ofrep/v1/evaluate/flags"

_ROOT = Path(__file__).parent.parent


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def flags(self) -> dict[str, Any]:
        """The flags of a bulk answer by key."""
        return {item["key"]: item for item in self.json["flags"]}


class Server(ServerProcess):
    """A running server."""

    def __init__(self, *more: str) -> None:
        """Starts it and waits for its port."""
        super().__init__(_ROOT, "--seed", str(SEED), *more)

    def send(self, method: str, target: str, body: bytes = b"", **headers: str) -> Answer:
        """Sends a request; header names are written with `_` for `-`."""
        lines = [f"{method} {target} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        return Answer(*self.exchange("\r\n".join([*lines, "", ""]).encode("latin-1") + body))

    def get(self, target: str) -> Any:
        """Asks a control path."""
        return self.send("GET", target).json

    def bulk(self, context: Any, query: str = "", **headers: str) -> Answer:
        """Asks for all flags."""
        return self.send("POST", BULK + query, json.dumps({"context": context}).encode(), **headers)

    def stream(self, path: str) -> HTTPConnection:
        """A connection that has asked for a stream."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", path, headers={"Accept": "text/event-stream"})
        return connection


class ServerCase(unittest.TestCase):
    """Checks that share a server for the whole class."""

    server: ClassVar[Server]

    @classmethod
    def setUpClass(cls) -> None:
        """Starts a server."""
        cls.server = Server()

    @classmethod
    def tearDownClass(cls) -> None:
        """Ends it."""
        cls.server.close()
