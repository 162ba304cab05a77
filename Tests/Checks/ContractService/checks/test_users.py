# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The dialect `users`: LDClient, with the commands of the tests of mobile clients."""

import unittest

from .driving import Driving

FLAGS = {
    "new-nav": {"value": True, "version": 3, "variation": 1, "reason": {"kind": "OFF"}, "trackEvents": True},
    "empty": {"value": None, "version": 1},
}


class UsersTests(Driving, unittest.TestCase):
    dialect = "users"
    flags = FLAGS
    client = {"initialUser": {"key": "ada"}}

    def test_what_cannot_be_read_is_refused(self):
        for body in ("", "{", "[]", {}, {"configuration": {"credential": 1}}, {"configuration": {"credential": "m"}}):
            self.assertEqual(self.service.ask("POST", "/", body)[0], 400, body)
        location = self.make()
        wrong = {"command": "evaluate", "evaluate": {"flagKey": "a", "valueType": "bool", "defaultValue": "x"}}
        for body in ("", "{", {}, {"command": "dance"}, {"command": "evaluate"}, wrong):
            self.assertEqual(self.service.ask("POST", location, body)[0], 400, body)

    def test_without_flags_in_time_there_is_no_client(self):
        self.upstream.stop()
        self.assertEqual(self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50))[0], 500)
        self.assertEqual(self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50, initCanFail=True))[0], 201)
        self.assertEqual(self.service.ask("POST", "/", self.configuration())[0], 500, "A second client started.")

    def test_what_is_not_there_or_closed_is_not_found(self):
        location = self.make()
        self.assertEqual(self.service.ask("DELETE", location)[0], 204)
        self.assertTrue(self.upstream.saw_stream_end())
        self.assertEqual(self.service.ask("DELETE", location)[0], 404)
        self.assertEqual(self.service.ask("POST", location, {"command": "flushEvents"})[0], 404)
        self.assertEqual(self.service.ask("POST", "/made/x", {"command": "flushEvents"})[0], 404)
        self.assertNotEqual(self.make(), location)

    def test_status(self):
        status, _, answer = self.service.ask("GET")
        self.assertEqual(status, 200)
        self.assertEqual(answer["name"], "halyard-client-sdk")
        self.assertEqual(
            answer["capabilities"],
            ["client-side", "mobile", "singleton", "strongly-typed", "service-endpoints", "tags"])

    def test_evaluations(self):
        location = self.make(tags={"applicationId": "shop", "applicationVersion": "1.2"})
        method, path, headers = self.upstream.next_stream()
        self.assertEqual((method, path.split("/")[1]), ("GET", "meval"))
        self.assertEqual(headers["Authorization"], "api_key mob-1")
        self.assertEqual(headers["X-LaunchDarkly-Tags"], "application-id/shop application-version/1.2")
        evaluation = {"flagKey": "new-nav", "valueType": "bool", "defaultValue": False}
        self.assertEqual(self.command(location, "evaluate", evaluation), {"value": True})
        self.assertEqual(
            self.command(location, "evaluate", {**evaluation, "detail": True}),
            {"value": True, "variationIndex": 1, "reason": {"kind": "OFF"}})
        self.assertEqual(
            self.command(location, "evaluate", {"flagKey": "none", "defaultValue": [1, {"a": None}], "detail": True}),
            {
                "value": [1, {"a": None}], "variationIndex": None,
                "reason": {"kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"},
            })
        self.assertEqual(self.command(location, "evaluateAll", {}), {"state": {"new-nav": True}})

    def test_events(self):
        location = self.make()
        self.command(location, "evaluate", {"flagKey": "new-nav", "valueType": "bool", "defaultValue": False})
        self.command(location, "identifyEvent", {"user": {"key": "bob", "custom": {"shoe": 46}}})
        self.command(location, "customEvent", {"eventKey": "bought", "data": {"n": 1}, "metricValue": 2.5})
        self.command(location, "aliasEvent", {"user": {"key": "bob"}, "previousUser": {"key": "ada"}})
        self.command(location, "flushEvents")
        path, events = self.upstream.next_post()
        self.assertEqual(path, "/mobile/events/bulk")
        self.assertEqual(
            [event["kind"] for event in events], ["identify", "feature", "identify", "custom", "alias", "summary"])
        self.assertEqual(events[2]["user"]["custom"]["shoe"], 46)
        self.assertEqual((events[3]["data"], events[3]["metricValue"]), ({"n": 1}, 2.5))
