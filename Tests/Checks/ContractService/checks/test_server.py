# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The dialect `server`: the provider that evaluates rules in a FlagClient, with the commands of the tests of servers."""

import hashlib
import hmac
import json
import unittest

from .driving import Driving

ADA = {"kind": "user", "key": "ada"}
BOB = {"kind": "user", "key": "bob"}
FLAGS = {
    "new-nav": {
        "key": "new-nav", "version": 3, "on": True, "variations": [False, True], "fallthrough": {"variation": 0},
        "targets": [{"values": ["ada"], "variation": 1}], "offVariation": 0, "salt": "s",
        "clientSideAvailability": {"usingEnvironmentId": True, "usingMobileKey": False},
    },
    "limit": {
        "key": "limit", "version": 7, "on": False, "variations": [10], "offVariation": 0, "trackEvents": True,
        "clientSideAvailability": {"usingEnvironmentId": False, "usingMobileKey": True},
    },
}


class ServerTests(Driving, unittest.TestCase):
    dialect = "server"
    credential = "sdk-1"
    flags = {"path": "/", "data": {"flags": FLAGS, "segments": {}}}

    def test_status_describes_a_server(self):
        status, _, answer = self.service.ask("GET")
        self.assertEqual((status, answer["name"]), (200, "halyard-server-sdk"))
        self.assertIn("server-side", answer["capabilities"])
        self.assertNotIn("client-side", answer["capabilities"])

    def test_invalid_requests_are_rejected(self):
        for body in ("", "{", "[]", {}, {"configuration": {"credential": 1}}):
            self.assertEqual(self.service.ask("POST", "/", body)[0], 400, body)
        wrong_key = {"configuration": {"credential": "mob-1", "streaming": {"baseUri": self.upstream.url}}}
        self.assertEqual(self.service.ask("POST", "/", wrong_key)[0], 500)
        location = self.make()
        no_context = {"command": "evaluate", "evaluate": {"flagKey": "a", "valueType": "bool", "defaultValue": True}}
        for body in ("", "{", {}, {"command": "dance"}, {"command": "evaluate"}, no_context, {"command": "secureModeHash"}):
            self.assertEqual(self.service.ask("POST", location, body)[0], 400, body)

    def test_without_rules_in_time_there_is_no_client(self):
        self.upstream.stop()
        self.assertEqual(self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50))[0], 500)
        status = self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50, initCanFail=True))[0]
        self.assertEqual(status, 201)

    def test_request_contains_the_key_and_the_filter(self):
        self.make(streaming={"baseUri": self.upstream.url, "filter": "web"}, tags={"applicationId": "shop"})
        method, path, headers = self.upstream.next_stream()
        self.assertEqual((method, path), ("GET", "/all?filter=web"))
        self.assertEqual(headers["Authorization"], "sdk-1")
        self.assertEqual(headers["X-LaunchDarkly-Tags"], "application-id/shop")

    def test_evaluations_depend_on_the_context(self):
        location = self.make()
        evaluation = {"flagKey": "new-nav", "valueType": "bool", "defaultValue": False, "detail": True}
        self.assertEqual(
            self.command(location, "evaluate", {**evaluation, "context": ADA}),
            {"value": True, "variationIndex": 1, "reason": {"kind": "TARGET_MATCH"}})
        self.assertEqual(
            self.command(location, "evaluate", {**evaluation, "user": {"key": "bob"}}),
            {"value": False, "variationIndex": 0, "reason": {"kind": "FALLTHROUGH"}})
        self.assertEqual(
            self.command(location, "evaluate", {"flagKey": "none", "defaultValue": 1, "detail": True, "context": BOB}),
            {"value": 1, "variationIndex": None, "reason": {"kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"}})

    def test_all_flags_are_for_one_context(self):
        location = self.make()
        state = self.command(location, "evaluateAll", {"context": ADA, "clientSideOnly": True, "withReasons": True})
        self.assertEqual(
            state["state"],
            {
                "new-nav": True, "$valid": True,
                "$flagsState": {"new-nav": {"variation": 1, "version": 3, "reason": {"kind": "TARGET_MATCH"}}},
            })

    def test_events_contain_each_context_once(self):
        location = self.make()
        self.command(location, "evaluate", {"flagKey": "limit", "defaultValue": 1, "context": ADA})
        self.command(location, "evaluate", {"flagKey": "new-nav", "defaultValue": True, "context": ADA})
        self.command(location, "customEvent", {"eventKey": "bought", "metricValue": 2.5, "context": BOB})
        self.command(location, "identifyEvent", {"context": BOB})
        self.command(location, "flushEvents")
        path, events = self.upstream.next_post()
        self.assertEqual(path, "/bulk")
        self.assertEqual(
            sorted(event["kind"] for event in events), ["custom", "feature", "identify", "index", "index", "summary"])
        self.assertEqual([event["context"] for event in events if event["kind"] == "index"], [ADA, BOB])
        summary = next(event for event in events if event["kind"] == "summary")
        self.assertEqual(
            {key: [counter["count"] for counter in flag["counters"]] for key, flag in summary["features"].items()},
            {"limit": [1], "new-nav": [1]})

    def test_secure_mode_hash(self):
        expected = hmac.new(b"sdk-1", b"ada", hashlib.sha256).hexdigest()
        self.assertEqual(self.command(self.make(), "secureModeHash", {"context": ADA}), {"result": expected})

    def test_hooks_receive_the_context_of_the_command(self):
        hooks = [{"name": "a", "callbackUri": self.upstream.url + "/a"}]
        location = self.make(hooks={"hooks": hooks}, events=None)
        self.command(location, "evaluate", {"flagKey": "limit", "valueType": "int", "defaultValue": 1, "context": ADA})
        self.command(location, "customEvent", {"eventKey": "bought", "context": BOB})
        calls = [self.upstream.next_post()[1] for _ in range(3)]
        self.assertEqual(
            [call["stage"] for call in calls], ["beforeEvaluation", "afterEvaluation", "afterTrack"])
        self.assertEqual(calls[0]["evaluationSeriesContext"]["context"], ADA)
        self.assertEqual(calls[2]["trackSeriesContext"]["context"], BOB)

    def test_contexts_are_built_and_converted(self):
        location = self.make()
        build = self.command(location, "contextBuild", {"single": {"kind": "org", "key": "a", "name": "b"}})
        self.assertEqual(json.loads(build["output"]), {"kind": "org", "key": "a", "name": "b"})
        self.assertIn("error", self.command(location, "contextConvert", {"input": "{"}))
