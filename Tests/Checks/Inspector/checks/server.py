# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The program under test, and requests to it that don't come from the page."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

FLAGS = Path(__file__).resolve().parent.parent / "flags"


class Server:
    """A FlagServer with a copy of the flags, on 127.0.0.1."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.port = 0
        shutil.copytree(FLAGS, folder)
        self.start()

    def start(self) -> None:
        """Starts the program, on its earlier port if it ran before."""
        command = [self.program, "--config", "halyard.json", "--port", str(self.port)]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)$", line.strip())
        if not found:
            raise AssertionError(f"The server didn't start: {line!r}")
        self.port = int(found[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.token = re.search(r'<meta name="token" content="(\w+)">', self.ask("GET", "/")[2])[1]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()

    def ask(self, method: str, path: str, body: Any = None, **fields: str) -> tuple[int, dict[str, str], str]:
        """Sends a request with header fields. Returns the status, the header fields with lowercase names, and the text."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            text = None if body is None else body if isinstance(body, str) else json.dumps(body)
            connection.request(method, path, text, {name.replace("_", "-"): value for name, value in fields.items()})
            answer = connection.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read().decode()
        finally:
            connection.close()

    def change(self, method: str, path: str, body: Any = None) -> None:
        """Sends a change as the page does."""
        status, _, text = self.ask(method, path, body, X_Change_Token=self.token)
        if status not in (200, 204):
            raise AssertionError(f"{method} {path}: {status} {text}")

    @property
    def state(self) -> dict[str, Any]:
        return json.loads(self.ask("GET", "/state")[2])

    def flag(self, key: str) -> dict[str, Any] | None:
        return next((flag for flag in self.state["flags"] if flag["key"] == key), None)

    def edit(self, file: str, old: str, new: str) -> None:
        """Changes a flag file as an editor does, by replacing it with another file."""
        path = self.folder / file
        text = path.read_text()
        if text.count(old) != 1:
            raise AssertionError(f"{file} contains {old!r} {text.count(old)} times.")
        (self.folder / "edited").write_text(text.replace(old, new))
        (self.folder / "edited").replace(path)
