# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Test cases with a server of a flavour for the whole class."""

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
        """Ends it."""
        cls.server.close()


class ServerCase(EdgeCase):
    """Checks of the server flavour."""

    flavour = "server"
