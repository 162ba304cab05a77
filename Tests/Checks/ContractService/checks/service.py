# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The service from a contract test's point of view: a program that listens on a port."""

import http.client
import json
import os
import subprocess
import tempfile


class Service:
    """A running service, whose files are in a folder that is removed with it."""

    def __init__(self, dialect):
        self.folder = tempfile.TemporaryDirectory()
        home = {name: self.folder.name for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        self.process = subprocess.Popen(
            [os.environ["CONTRACT_SERVICE"], "--port", "0", "--dialect", dialect],
            stdout=subprocess.PIPE, env={**os.environ, **home}, text=True)
        self.address = self.process.stdout.readline().strip().removeprefix("listening on ")

    def ask(self, method, path="/", body=None):
        """Returns a response's status, Location, and decoded body. Sends a string as is, and other values as JSON."""
        connection = http.client.HTTPConnection(self.address, timeout=60)
        try:
            text = body if body is None or isinstance(body, str) else json.dumps(body)
            connection.request(method, path, text, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            data = answer.read()
            is_json = answer.getheader("Content-Type") == "application/json"
            return answer.status, answer.getheader("Location"), json.loads(data) if is_json else None
        finally:
            connection.close()

    def stop(self):
        """Ends the service, and returns its exit code."""
        try:
            self.ask("DELETE")
            return self.process.wait(timeout=60)
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.folder.cleanup()
