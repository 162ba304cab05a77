# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The protocol over sockets, and the control paths."""

from __future__ import annotations

import json
from typing import Any

from server.evaluation import Answer
from server.ofrep import item
from testserver.messages import encoded

from .client import BULK, SEED, Server, ServerCase


class Bulk(ServerCase):
    """All flags of one context."""

    def test_all_flags_with_their_set_and_stream(self) -> None:
        answer = self.server.bulk({"targetingKey": "ann"})
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (200, "application/json"))
        body = answer.json
        self.assertEqual(set(body), {"flags", "metadata", "eventStreams"})
        keys = [flag["key"] for flag in body["flags"]]
        self.assertEqual((len(set(keys)), keys), (40, sorted(keys)))
        self.assertEqual(
            body["metadata"],
            {"flagSetId": "engine check", "version": "generation 1", "ratio": 0.5, "live": True,
             "flagConfigLastModified": 1_900_000_060},
        )  # fmt: skip
        endpoint = {"requestUri": "/ofrep/v1/sse"}
        self.assertEqual(body["eventStreams"], [{"type": "sse", "inactivityDelaySec": 120, "endpoint": endpoint}])

    def test_items_as_flagd_writes_them(self) -> None:
        flags = self.server.bulk({"targetingKey": "ann", "staff": True}).flags
        static = flags["generation"]
        self.assertEqual((static["value"], static["variant"], static["reason"]), (1, "now", "STATIC"))
        # Code defaults have no value. Failures have only their code and details.
        disabled = flags["disabled.boolean"]
        self.assertEqual((set(disabled), disabled["reason"]), ({"key", "reason", "metadata"}, "DISABLED"))
        failed = flags["unknown-operator.list"]
        self.assertEqual((set(failed), failed["errorCode"]), ({"key", "errorCode", "errorDetails"}, "PARSE_ERROR"))

    def test_whole_floats_are_written_as_integers(self) -> None:
        value = {"ratio": 5.0, "sizes": [1, 2.5, -3.0], "large": 1e21}
        answer = Answer("x", "object", value, "on", "STATIC", {"ratio": 3.0, "live": True})
        self.assertEqual(
            encoded(item(answer)),
            b'{"key":"x","reason":"STATIC","metadata":{"ratio":3,"live":true},'
            b'"value":{"ratio":5,"sizes":[1,2.5,-3],"large":1e+21},"variant":"on"}',
        )

    def test_every_answer_is_the_engine_s_own(self) -> None:
        generated = self.server.get(f"/_contexts?seed={SEED}&count=60")
        for context, answers in zip(generated, self.server.get(f"/_answers?seed={SEED}&count=60"), strict=True):
            sent = {**context["attributes"], **({"targetingKey": context["key"]} if "key" in context else {})}
            flags = self.server.bulk(sent).flags
            self.assertEqual(len(answers), len(flags))
            for answer in answers:
                self.assertEqual(flags[answer["key"]], _expected(answer))

    def test_strong_tags_of_the_body(self) -> None:
        first = self.server.bulk({"targetingKey": "ann"})
        tag = first.headers["ETag"]
        self.assertRegex(tag, r'^"[0-9a-f]{64}"$')
        for same in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer = self.server.bulk({"targetingKey": "ann"}, If_None_Match=same)
            self.assertEqual((answer.status, answer.body, answer.headers["ETag"]), (304, b"", tag), same)
        self.assertEqual(self.server.bulk({"targetingKey": "ann"}, If_None_Match='"other"').status, 200)
        # Another context with other results has another tag.
        other = self.server.bulk({"targetingKey": "bob", "staff": True, "groups": ["beta"]}, If_None_Match=tag)
        self.assertEqual(other.status, 200)

    def test_a_tag_of_another_context_is_counted(self) -> None:
        before = self.server.get("/_figures")
        tag = self.server.bulk({"targetingKey": "c"}).headers["ETag"]
        self.server.bulk({"targetingKey": "c"}, If_None_Match=tag)
        self.server.bulk({"targetingKey": "d"}, If_None_Match=tag)
        after = self.server.get("/_figures")
        self.assertEqual([after[name] - before.get(name, 0) for name in ("tag", "foreign tag")], [1, 1])

    def test_bodies(self) -> None:
        empty = self.server.bulk({})
        for body in (b"", b"{}", b'{"context": null}', b'{"context": [1]}', b"[]"):
            answer = self.server.send("POST", BULK, body)
            self.assertEqual((answer.status, answer.headers["ETag"]), (200, empty.headers["ETag"]), body)
        for body in (b"{", b"\xff"):
            refused = self.server.send("POST", BULK, body)
            self.assertEqual((refused.status, refused.json["errorCode"]), (400, "INVALID_CONTEXT"))
        self.assertEqual(self.server.send("POST", f"{BULK}/", b"{}").status, 200)
        self.assertEqual(self.server.send("GET", BULK).status, 404)
        self.assertEqual(self.server.send("GET", "/ofrep/v1/configuration").status, 404)


class Single(ServerCase):
    """One flag."""

    def test_a_flag_by_its_encoded_key(self) -> None:
        flags = self.server.bulk({"targetingKey": "ann"}).flags
        for key, path in (
            ("e\u0301", "e%CC%81"),
            ("é", "%C3%A9"),
            ("a/b?c=d&e#f %41", "a%2Fb%3Fc%3Dd%26e%23f%20%2541"),
        ):
            answer = self.server.send("POST", f"{BULK}/{path}", b'{"context": {"targetingKey": "ann"}}')
            self.assertEqual((answer.status, answer.json), (400 if "errorCode" in flags[key] else 200, flags[key]))

    def test_a_flag_that_fails_and_one_that_is_unknown(self) -> None:
        failed = self.server.send("POST", f"{BULK}/unknown-evaluator.boolean", b"{}")
        self.assertEqual((failed.status, failed.json["errorCode"]), (400, "PARSE_ERROR"))
        unknown = self.server.send("POST", f"{BULK}/nowhere", b"{}")
        details = "flag `nowhere` does not exist"
        self.assertEqual(
            (unknown.status, unknown.json),
            (404, {"key": "nowhere", "errorCode": "FLAG_NOT_FOUND", "errorDetails": details}),
        )
        refused = self.server.send("POST", f"{BULK}/generation", b"{")
        self.assertEqual((refused.status, refused.json["key"]), (400, "generation"))


class Changes(ServerCase):
    """A change of all flags, and the stream that announces it."""

    def test_a_change_is_announced_and_served(self) -> None:
        before = self.server.bulk({"targetingKey": "ann"})
        connection = self.server.stream(before.json["eventStreams"][0]["endpoint"]["requestUri"])
        stream = connection.getresponse()
        self.assertEqual((stream.status, stream.getheader("Content-Type")), (200, "text/event-stream"))
        self.assertEqual((stream.readline(), stream.readline()), (b":\n", b"\n"))
        self.assertEqual(self.server.send("POST", "/_next?streams=1").json, {"generation": 2})
        self.assertEqual([stream.readline() for _ in range(2)], [b"id: 2\n", b"event: message\n"])
        event = json.loads(stream.readline().removeprefix(b"data: "))
        self.assertEqual(
            (stream.readline(), event["type"], event["lastModified"]), (b"\n", "refetchEvaluation", 1_900_000_120)
        )
        connection.close()

        query = f"?flagConfigEtag={event['etag']}&flagConfigLastModified={event['lastModified']}"
        after = self.server.bulk({"targetingKey": "ann"}, query, If_None_Match=before.headers["ETag"])
        self.assertEqual((after.status, after.flags["generation"]["value"]), (200, 2))
        self.assertEqual(len(set(before.flags) - set(after.flags)), 4)
        self.assertEqual(self.server.get("/_figures")["refetch"], 1)
        # The client's flags are current, but not if an event has announced another configuration.
        tag = after.headers["ETag"]
        self.assertEqual(self.server.bulk({"targetingKey": "ann"}, query, If_None_Match=tag).status, 304)
        other = self.server.bulk({"targetingKey": "ann"}, "?flagConfigEtag=other", If_None_Match=tag)
        self.assertEqual(other.status, 200)


class Control(ServerCase):
    """The control paths."""

    def test_figures_count_by_kind_and_status(self) -> None:
        self.server.bulk({})
        self.server.send("POST", BULK, b"{")
        self.server.send("POST", f"{BULK}/generation", b"{}")
        self.server.send("GET", "/nowhere")
        expected = {"bulk 200": 1, "foreign tag": 0, "refused 400": 1, "single 200": 1, "unknown 404": 1}
        self.assertEqual(self.server.get("/_figures"), expected)

    def test_requests_that_make_no_sense_are_refused(self) -> None:
        for target in ("/_contexts?seed=1", "/_answers?seed=x&count=1"):
            self.assertEqual(self.server.send("GET", target).status, 400, target)
        self.assertEqual(self.server.send("GET", "/_nowhere").status, 404)

    def test_the_all_false_engine_says_nothing(self) -> None:
        server = Server("--engine", "all-false")
        try:
            flags = server.bulk({"targetingKey": "ann", "staff": True}).flags.values()
        finally:
            server.close()
        self.assertEqual(len(flags), 40)
        self.assertEqual({flag["reason"] for flag in flags}, {"STATIC"})
        self.assertFalse([flag for flag in flags if flag["value"]])


def _expected(answer: dict[str, Any]) -> dict[str, Any]:
    """Returns the expected item for an engine's decision. In Python, `5 == 5.0`."""
    if "error" in answer:
        return {"key": answer["key"], "errorCode": answer["error"]["code"], "errorDetails": answer["error"]["details"]}
    return {name: value for name, value in answer.items() if name != "type"}
