# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The dialect `events`: an event source, with the commands of the tests of server-sent events."""

import unittest

from .service import Service
from .upstream import Upstream


class EventsTests(unittest.TestCase):
    def setUp(self):
        self.service = Service("events")
        self.upstream = Upstream()

    def tearDown(self):
        self.assertEqual(self.service.stop(), 0)
        self.upstream.stop()

    def make(self, **more):
        body = {"streamUrl": self.upstream.url + "/stream", "callbackUrl": self.upstream.url + "/back", **more}
        status, location, _ = self.service.ask("POST", "/", {"tag": "check", "initialDelayMs": 0, **body})
        self.assertEqual(status, 201)
        return location

    def test_what_cannot_be_read_is_refused(self):
        for body in ("", "{", {}, {"streamUrl": 1, "callbackUrl": "http://x"}):
            self.assertEqual(self.service.ask("POST", "/", body)[0], 400, body)
        location = self.make()
        for body in ("", {}, {"command": "dance"}):
            self.assertEqual(self.service.ask("POST", location, body)[0], 400, body)

    def test_status(self):
        status, _, answer = self.service.ask("GET")
        self.assertEqual((status, answer["name"]), (200, "halyard-event-source"))
        self.assertEqual(
            answer["capabilities"],
            [
                "comments", "headers", "last-event-id", "post", "report", "read-timeout", "bom", "restart",
                "server-directed-shutdown-request",
            ])

    def test_all_that_comes_is_told_in_order(self):
        location = self.make(headers={"x-app": "shop"}, lastEventId="6")
        method, path, headers = self.upstream.next_stream()
        self.assertEqual((method, path), ("GET", "/stream"))
        self.assertEqual((headers["x-app"], headers["Last-Event-ID"]), ("shop", "6"))
        self.upstream.send(":hello\nid: 7\nevent: put\ndata: a\ndata: b\n\n")
        self.assertEqual(self.upstream.next_post(), ("/back/1", {"kind": "comment", "comment": "hello"}))
        self.assertEqual(
            self.upstream.next_post(),
            ("/back/2", {"kind": "event", "event": {"type": "put", "data": "a\nb", "id": "7"}}))
        self.assertEqual(self.service.ask("POST", location, {"command": "restart"})[0], 204)
        self.assertTrue(self.upstream.saw_stream_end())
        self.assertEqual(self.upstream.next_stream()[2]["Last-Event-ID"], "7")
        self.assertEqual(self.service.ask("DELETE", location)[0], 204)
        self.assertTrue(self.upstream.saw_stream_end())
        self.assertEqual(self.service.ask("POST", location, {"command": "restart"})[0], 404)

    def test_misfortunes_are_told(self):
        self.make(readTimeoutMs=50)
        self.upstream.next_stream()
        path, message = self.upstream.next_post()
        self.assertEqual((path, message["kind"]), ("/back/1", "error"))
        self.upstream.next_stream()
