# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The common parts of all checks: one browser, and a separate server for each check."""

from __future__ import annotations

import json
import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

from .page import Page
from .server import Server

FOLDER = Path(__file__).resolve().parent.parent
PICTURES = FOLDER / ".build" / "screenshots"


class InspectorCase(unittest.TestCase):
    """A check of the page, which starts with a new server and its page live in the browser."""

    server: Server
    page: Page
    # Parts of the messages that the browser is allowed to print. Any other message is an error.
    expected_complaints: tuple[str, ...] = ()

    @staticmethod
    def begin() -> None:
        """Starts the browser that all checks share."""
        InspectorCase.page = Page()

    @staticmethod
    def end() -> None:
        InspectorCase.page.end()

    def setUp(self) -> None:
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.server = Server(os.environ["FLAG_SERVER"], Path(folder) / "flags")
        self.addCleanup(self.server.stop)
        # Each server has its own origin, and therefore its own storage.
        self.page.url = self.server.url
        self.page.open()

    def restart(self, configuration: dict[str, Any]) -> None:
        """Restarts the server with another configuration, and loads the page."""
        self.page.driver.get("about:blank")
        self.server.stop()
        (self.server.folder / "halyard.json").write_text(json.dumps(configuration))
        self.server.start()
        self.page.open()

    def tearDown(self) -> None:
        others = [text for text in self.page.complaints if not any(part in text for part in self.expected_complaints)]
        self.page.driver.get("about:blank")
        self.assertEqual(others, [], "The browser printed messages.")
