# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The dialect `contexts`: the provider in a FlagClient, with the commands of the tests of mobile clients."""

import base64
import json
import unittest

from .driving import Driving

FLAGS = {
    "new-nav": {"value": True, "version": 3, "variation": 1, "reason": {"kind": "OFF"}, "trackEvents": True},
    "part": {"value": 2.7, "version": 1},
    "empty": {"value": None, "version": 1},
}


class ContextsTests(Driving, unittest.TestCase):
    dialect = "contexts"
    flags = FLAGS
    client = {"initialContext": {"kind": "org", "key": "acme"}}

    def test_what_cannot_be_read_is_refused(self):
        no_context = {"configuration": {"credential": "m", "clientSide": {}}}
        no_kind = {"configuration": {"credential": "m", "clientSide": {"initialContext": {"kind": "multi"}}}}
        for body in ("", "{", "[]", {}, {"configuration": {"credential": 1}}, no_context, no_kind):
            self.assertEqual(self.service.ask("POST", "/", body)[0], 400, body)
        location = self.make()
        wrong = {"command": "evaluate", "evaluate": {"flagKey": "a", "valueType": "bool", "defaultValue": "x"}}
        for body in ("", "{", {}, {"command": "dance"}, {"command": "evaluate"}, wrong, {"command": "identifyEvent"}):
            self.assertEqual(self.service.ask("POST", location, body)[0], 400, body)

    def test_without_flags_in_time_there_is_no_client(self):
        self.upstream.stop()
        self.assertEqual(self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50))[0], 500)
        status = self.service.ask("POST", "/", self.configuration(startWaitTimeMs=50, initCanFail=True))[0]
        self.assertEqual(status, 201)

    def test_status_is_that_of_the_default_dialect(self):
        status, _, answer = self.service.ask("GET")
        self.assertEqual((status, answer["name"]), (200, "halyard-client-sdk"))
        self.assertIn("context-type", answer["capabilities"])
        self.assertNotIn("singleton", answer["capabilities"])

    def test_clients_live_side_by_side_and_are_closed(self):
        first, second = self.make(), self.make({"initialContext": {"kind": "user", "key": "ada"}})
        paths = sorted(self.upstream.next_stream()[1] for _ in range(2))
        contexts = [json.loads(base64.urlsafe_b64decode(path.split("?")[0].split("/")[2] + "===")) for path in paths]
        self.assertEqual(sorted(context["key"] for context in contexts), ["acme", "ada"])
        self.assertEqual(self.service.ask("DELETE", first)[0], 204)
        self.assertTrue(self.upstream.saw_stream_end())
        self.assertEqual(self.service.ask("POST", first, {"command": "flushEvents"})[0], 404)
        self.assertEqual(self.command(second, "evaluateAll", {}), {"state": {"new-nav": True, "part": 2.7}})

    def test_evaluations(self):
        location = self.make(wrapper={"name": "w", "version": "1"}, tags={"applicationId": "shop"})
        headers = self.upstream.next_stream()[2]
        self.assertEqual(headers["X-LaunchDarkly-Wrapper"], "w/1")
        self.assertEqual(headers["X-LaunchDarkly-Tags"], "application-id/shop")
        self.assertTrue(headers["X-LaunchDarkly-Instance-Id"])
        evaluation = {"flagKey": "new-nav", "valueType": "bool", "defaultValue": False, "detail": True}
        self.assertEqual(
            self.command(location, "evaluate", evaluation),
            {"value": True, "variationIndex": 1, "reason": {"kind": "OFF"}})
        self.assertEqual(
            self.command(location, "evaluate", {"flagKey": "part", "valueType": "int", "defaultValue": 1}), {"value": 2})
        self.assertEqual(
            self.command(location, "evaluate", {"flagKey": "none", "defaultValue": [1], "detail": True}),
            {"value": [1], "variationIndex": None, "reason": {"kind": "ERROR", "errorKind": "FLAG_NOT_FOUND"}})

    def test_events(self):
        location = self.make()
        self.command(location, "identifyEvent", {"context": {"kind": "org", "key": "acme"}})
        self.command(location, "identifyEvent", {"user": {"key": "bob", "custom": {"shoe": 46}}})
        self.command(location, "customEvent", {"eventKey": "bought", "data": {"n": 1}, "metricValue": 2.5})
        self.command(location, "flushEvents")
        path, events = self.upstream.next_post()
        self.assertEqual(path, "/mobile/events/bulk")
        self.assertEqual([event["kind"] for event in events], ["identify", "identify", "identify", "custom"])
        self.assertEqual([event["key"] for event in events], ["org:acme", "org:acme", "bob", "bought"])
        self.assertEqual(events[3]["context"], {"kind": "user", "key": "bob", "shoe": 46})

    def test_hooks_tell_in_order(self):
        url = self.upstream.url
        hooks = [
            {"name": "a", "callbackUri": url + "/a", "data": {"beforeEvaluation": {"x": 1}}},
            {"name": "b", "callbackUri": url + "/b", "errors": {"beforeEvaluation": "no", "afterTrack": "no"}},
        ]
        location = self.make(hooks={"hooks": hooks}, events=None)
        self.command(location, "evaluate", {"flagKey": "part", "valueType": "double", "defaultValue": 1})
        self.command(location, "customEvent", {"eventKey": "bought"})
        told = [self.upstream.next_post() for _ in range(4)]
        self.assertEqual(
            [(path, message["stage"]) for path, message in told],
            [("/a", "beforeEvaluation"), ("/b", "afterEvaluation"), ("/a", "afterEvaluation"), ("/a", "afterTrack")])
        self.assertEqual([message.get("evaluationSeriesData") for _, message in told], [{}, {}, {"x": 1}, None])
        self.assertEqual(told[1][1]["evaluationSeriesContext"]["context"], {"kind": "org", "key": "acme"})

    def test_contexts_are_built_read_and_compared(self):
        location = self.make()
        build = self.command(location, "contextBuild", {"multi": [{"kind": "org", "key": "a"}, {"key": "b", "private": ["x"]}]})
        self.assertEqual(
            json.loads(build["output"]),
            {"kind": "multi", "org": {"key": "a"}, "user": {"key": "b", "_meta": {"privateAttributes": ["x"]}}})
        self.assertIn("error", self.command(location, "contextBuild", {"single": {"kind": "multi", "key": "a"}}))
        convert = self.command(location, "contextConvert", {"input": '{"key": "a", "custom": {"b": 1}}'})
        self.assertEqual(json.loads(convert["output"]), {"kind": "user", "key": "a", "b": 1})
        self.assertIn("error", self.command(location, "contextConvert", {"input": "{"}))
        side = {"kind": "user", "key": "a"}
        comparison = {
            "context1": {"single": {**side, "privateAttributes": [{"value": "/x", "literal": True}]}},
            "context2": {"multi": [{**side, "privateAttributes": [{"value": "/~1x", "literal": False}]}]},
        }
        self.assertEqual(self.command(location, "contextComparison", comparison), {"equals": True})
