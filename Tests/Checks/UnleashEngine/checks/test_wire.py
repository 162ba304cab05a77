# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Requests are recorded byte for byte. Decoding follows the form rules."""

from __future__ import annotations

from server.tokens import FRONTEND

from .cases import EdgeCase, ServerCase


class WireChecks(EdgeCase):
    """Tests for both flavours. They run again for the other flavour below."""

    def test_a_request_is_noted_as_it_came(self) -> None:
        target = "/api/frontend?x=1&properties%5Bplan%5D=team%20%26%20co&userId=a+b%2Bc"
        head = f"GET {target} HTTP/1.1\r\nHost: h\r\nauthorization: {FRONTEND}\r\nX-Odd:  two  words\r\n\r\n"
        self.assertEqual(self.server.raw(head.encode()).status, 200)
        noted = self.server.send("GET", "/_requests", token=None).json[-1]
        self.assertEqual(
            noted,
            {
                "method": "GET",
                "target": target,
                "headers": [["Host", "h"], ["authorization", FRONTEND], ["X-Odd", "two  words"]],
                "body": "",
                "status": 200,
            },
        )

    def test_an_escaped_plus_is_a_plus_and_a_bare_one_a_space(self) -> None:
        self.assertIn("ids", self.server.get("userId=zo%C3%AB%2B1%40example.test").enabled)
        self.assertNotIn("ids", self.server.get("userId=zo%C3%AB+1%40example.test").enabled)
        self.assertIn("ids", self.server.get("userId=user+7").enabled)
        self.assertIn("ids", self.server.get("userId=user%207").enabled)
        self.assertIn("ids", self.server.get("userId=100%25").enabled)

    def test_properties_in_brackets_bare_or_escaped(self) -> None:
        for query in (
            "properties%5Bplan%5D=team%20%26%20co",
            "properties[plan]=team+%26+co",
            "plan=team%20%26%20co",
        ):
            self.assertIn("constraint.in", self.server.get(query).enabled, query)
        self.assertNotIn("constraint.in", self.server.get("properties%5Bplan%5D=team%20&%20co").enabled)

    def test_a_key_that_needs_care(self) -> None:
        query = "properties%5Bodd%20%26%20key%3D%2B%25%5D=%5Ba%5D%26b%3Dc%2Bd%2520e"
        self.assertIn("constraint.key", self.server.get(query).enabled)

    def test_what_no_server_reads_is_counted(self) -> None:
        self.assertEqual(self.server.get("properties[a][b]=1&twice=1&twice=2&properties[fine]=1").status, 200)
        ignored = self.server.figures()["ignoredKeys"]
        self.assertEqual(ignored, {"properties[a][b]": 1, "twice": 2})

    def test_a_query_that_is_no_utf8_is_refused(self) -> None:
        self.assertEqual(self.server.get("userId=%FF").status, 400)

    def test_slashes_at_the_end_do_not_matter(self) -> None:
        self.assertEqual(self.server.send("GET", "/api/frontend/?userId=1").status, 200)

    def test_a_wrapped_body_is_the_same_as_a_query(self) -> None:
        posted = self.server.post({"context": {"userId": "user 7", "properties": {"cartTotal": 100, "staff": True}}})
        fetched = self.server.get("userId=user+7&properties[cartTotal]=100&properties[staff]=true&sessionId=1")
        self.assertTrue({"ids", "constraint.number", "constraint.boolean"} <= posted.enabled)
        self.assertTrue({"ids", "constraint.number", "constraint.boolean"} <= fetched.enabled)

    def test_the_address_of_the_connection_is_the_default(self) -> None:
        self.assertIn("address.office", self.server.get().enabled)
        self.assertNotIn("address.office", self.server.get("remoteAddress=192.0.2.1").enabled)
        self.assertIn("address.office", self.server.get("remoteAddress=2001%3Adb8%3A%3A1").enabled)

    def test_a_planned_failure_happens_once(self) -> None:
        plan = {"kind": "fetch", "status": 503, "times": 1, "headers": {"Retry-After": "1"}}
        self.assertEqual(self.server.post(plan, "/_fail").status, 200)
        failed = self.server.get()
        self.assertEqual((failed.status, failed.headers.get("Retry-After")), (503, "1"))
        self.assertEqual(self.server.get().status, 200)


class ServerWireChecks(ServerCase, WireChecks):
    """The same tests for the other flavour."""
