# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The common parts of the checks of the dialects with flags. This module contains no tests."""

from .service import Service
from .upstream import Upstream


class Driving:
    """A service of one dialect, an upstream with flags, and the commands of the tests of clients."""

    dialect = ""
    credential = "mob-1"
    flags = {}
    client = {}

    def setUp(self):
        self.service = Service(self.dialect)
        self.upstream = Upstream(self.flags)

    def tearDown(self):
        self.assertEqual(self.service.stop(), 0)
        self.upstream.stop()

    def configuration(self, client=None, **more):
        """Returns a client's configuration, in which `client` replaces the class's own settings."""
        url = self.upstream.url
        return {
            "tag": "check",
            "configuration": {
                "credential": self.credential, "startWaitTimeMs": 30000, "streaming": {"baseUri": url},
                "events": {"baseUri": url, "enableDiagnostics": False},
                "clientSide": {**self.client, "evaluationReasons": True, **(client or {})}, **more,
            },
        }

    def make(self, client=None, **more):
        """Creates a client, and returns its location."""
        status, location, _ = self.service.ask("POST", "/", self.configuration(client, **more))
        self.assertEqual(status, 201)
        return location

    def command(self, location, name, parameters=None):
        """Returns a client's response to a command."""
        body = {"command": name} if parameters is None else {"command": name, name: parameters}
        status, _, answer = self.service.ask("POST", location, body)
        self.assertIn(status, (200, 204))
        return answer
