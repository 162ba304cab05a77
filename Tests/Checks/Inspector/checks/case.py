# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""What all checks share: one browser, and for each a server of its own."""

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
    """A check of the page, which begins with a new server and its page live in the browser."""

    server: Server
    page: Page
    # What the browser may complain about, as a part of its message; nothing else.
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
        # An origin of its own, and with it storage of its own.
        self.page.url = self.server.url
        self.page.open()

    def restart(self, configuration: dict[str, Any]) -> None:
        """Starts the server again, with another configuration, and loads the page."""
        self.page.driver.get("about:blank")
        self.server.stop()
        (self.server.folder / "halyard.json").write_text(json.dumps(configuration))
        self.server.start()
        self.page.open()

    def tearDown(self) -> None:
        others = [text for text in self.page.complaints if not any(part in text for part in self.expected_complaints)]
        self.page.driver.get("about:blank")
        self.assertEqual(others, [], "the browser complains")
