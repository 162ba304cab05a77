# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Test cases that share one server of a flavour per class."""

from __future__ import annotations

import unittest
from typing import ClassVar

from .client import Server


class EdgeCase(unittest.TestCase):
    """Checks of the Edge flavour."""

    flavour = "edge"
    server: ClassVar[Server]

    @classmethod
    def setUpClass(cls) -> None:
        """Starts a server."""
        cls.server = Server(cls.flavour)

    @classmethod
    def tearDownClass(cls) -> None:
        """Stops the server."""
        cls.server.close()


class ServerCase(EdgeCase):
    """Checks of the server flavour."""

    flavour = "server"
