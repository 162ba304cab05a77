# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""What the checks of both dialects of mobile clients have in common; nothing here is a test."""

from .service import Service
from .upstream import Upstream


class Driving:
    """A service of one dialect, an upstream that has flags, and the commands of the tests of mobile clients."""

    dialect = ""
    flags = {}
    client = {}

    def setUp(self):
        self.service = Service(self.dialect)
        self.upstream = Upstream(self.flags)

    def tearDown(self):
        self.assertEqual(self.service.stop(), 0)
        self.upstream.stop()

    def configuration(self, client=None, **more):
        """What makes a client; `client` stands in for members of the class's own."""
        url = self.upstream.url
        return {
            "tag": "check",
            "configuration": {
                "credential": "mob-1", "startWaitTimeMs": 30000, "streaming": {"baseUri": url},
                "events": {"baseUri": url, "enableDiagnostics": False},
                "clientSide": {**self.client, "evaluationReasons": True, **(client or {})}, **more,
            },
        }

    def make(self, client=None, **more):
        """Makes a client; its place."""
        status, location, _ = self.service.ask("POST", "/", self.configuration(client, **more))
        self.assertEqual(status, 201)
        return location

    def command(self, location, name, parameters=None):
        """What a client answers to a command."""
        body = {"command": name} if parameters is None else {"command": name, name: parameters}
        status, _, answer = self.service.ask("POST", location, body)
        self.assertIn(status, (200, 204))
        return answer
