# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""A server in a process of its own, for checks of the server itself."""

from __future__ import annotations

import socket
import subprocess
import sys
from http.client import HTTPResponse
from pathlib import Path


class ServerProcess:
    """A running `server` package; it ends with its standard input."""

    def __init__(self, root: Path, *arguments: str) -> None:
        """Starts the package of that name in a folder and waits for its port."""
        command = [sys.executable, "-m", "server", *arguments]
        self._process = subprocess.Popen(command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout
        self.port = int(self._process.stdout.readline())

    def close(self) -> None:
        """Ends it."""
        self._process.communicate(timeout=20)

    def exchange(self, data: bytes) -> tuple[int, dict[str, str], bytes]:
        """Sends bytes and reads one answer: its status, headers and body."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as connection:
            connection.sendall(data)
            response = HTTPResponse(connection, method="GET")
            response.begin()
            return response.status, dict(response.getheaders()), response.read()
