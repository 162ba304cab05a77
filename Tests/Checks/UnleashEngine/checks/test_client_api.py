# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The client API: tokens, tags, changes, metrics, and registration."""

from __future__ import annotations

from typing import Any

from server.rules.revisions import KEPT
from server.tokens import BACKEND, FRONTEND, REVOKED
from testserver.messages import encoded

from .cases import EdgeCase, ServerCase
from .client import Answer, Server

_FEATURES = "/api/client/features"
_DELTA = "/api/client/delta"
_REGISTRATION: dict[str, Any] = {
    "appName": "shop",
    "strategies": ["default"],
    "started": "2030-01-02T03:04:05.250Z",
    "interval": 15000,
    "yggdrasilVersion": None,
}


def _feature(name: str, project: str = "default", **more: Any) -> dict[str, Any]:
    return {"name": name, "project": project, "enabled": True, "strategies": [], **more}


def _segment(number: int, *values: str) -> dict[str, Any]:
    return {"id": number, "constraints": [{"contextName": "plan", "operator": "IN", "values": list(values)}]}


class ClientAPI(EdgeCase):
    """Both flavours. Each test has separate rules and counts."""

    is_weak = True
    invalid = 422

    def setUp(self) -> None:
        """Starts a server without rules."""
        self.own = Server(self.flavour, "--engine", "all-false")

    def tearDown(self) -> None:
        """Stops the server."""
        self.own.close()

    def _have(self, *features: dict[str, Any], segments: tuple[dict[str, Any], ...] = ()) -> None:
        document = {"version": 2, "features": list(features), "segments": list(segments)}
        self.assertEqual(self.own.post(document, "/_rules/state").status, 200)

    def _get(self, target: str, **headers: str) -> Answer:
        headers.setdefault("Unleash_Client_Spec", "6.1.0")
        return self.own.send("GET", target, b"", BACKEND, **headers)

    def _changes(self, answer: Answer) -> list[Any]:
        return [
            (event["type"], event.get("featureName") or event.get("segmentId") or event.get("feature", {}).get("name"))
            for event in answer.json["events"]
        ]

    def test_tokens(self) -> None:
        for token, status in ((None, 401), ("nonsense", 401), (REVOKED, 401), ("*:e.new", 401), (FRONTEND, 403)):
            for target in (_FEATURES, _DELTA):
                self.assertEqual(self.own.send("GET", target, b"", token).status, status, token)
        self.assertEqual(self._get("/api/client/nothing").status, 404)
        figures = self.own.send("GET", "/_rules/figures", token=None).json
        self.assertEqual(figures["statuses"]["features 401"], 4)
        self.assertEqual((figures["statuses"]["delta 403"], figures["statuses"]["other 404"]), (1, 1))

    def test_all_rules_and_their_tag(self) -> None:
        self._have(_feature("a"), segments=(_segment(1, "pro"),))
        first = self._get(_FEATURES)
        tag = first.headers["ETag"]
        self.assertEqual(tag.startswith("W/"), self.is_weak)
        self.assertEqual([feature["name"] for feature in first.json["features"]], ["a"])
        self.assertEqual(first.json["segments"], [_segment(1, "pro")])
        same = self._get(_FEATURES, If_None_Match=tag)
        self.assertEqual((same.status, same.body, "ETag" in same.headers), (304, b"", False))
        # Edge compares weakly, and the server compares strings.
        other = tag.removeprefix("W/") if self.is_weak else f"W/{tag}"
        self.assertEqual(self._get(_FEATURES, If_None_Match=other).status, 304 if self.is_weak else 200)
        self._have(_feature("a", enabled=False), segments=(_segment(1, "pro"),))
        self.assertEqual(self._get(_FEATURES, If_None_Match=tag).status, 200)

    def test_projects(self) -> None:
        self._have(_feature("a"), _feature("b", "shop"), _feature("c", "x y"))
        for query, names in (("", "abc"), ("?project=shop", "b"), ("?project=shop&project=x%20y", "bc")):
            features = self._get(_FEATURES + query).json["features"]
            self.assertEqual("".join(feature["name"] for feature in features), names)
        one, other = (self._get(f"{_FEATURES}?project={name}").headers["ETag"] for name in ("shop", "default"))
        self.assertNotEqual(one, other)
        tag = self._get(_DELTA + "?project=shop").headers["ETag"]
        self._have(_feature("a", enabled=False), _feature("b", "shop", enabled=False))
        changes = self._changes(self._get(_DELTA + "?project=shop", If_None_Match=tag))
        self.assertEqual(changes, [("feature-updated", "b")])

    def test_an_app_that_knows_no_segments(self) -> None:
        strategy = {"name": "default", "segments": [1], "constraints": []}
        self._have(_feature("a", strategies=[strategy]), segments=(_segment(1, "pro"),))
        document = self._get(_FEATURES, Unleash_Client_Spec="4.1.9").json
        self.assertNotIn("segments", document)
        inlined = document["features"][0]["strategies"][0]
        self.assertEqual(inlined, {"name": "default", "constraints": _segment(1, "pro")["constraints"]})
        self.assertEqual(self._get(_FEATURES, Unleash_Client_Spec="latest").status, 400)

    def test_changes_since_a_cursor(self) -> None:
        self._have(_feature("a"), _feature("b"), segments=(_segment(1, "pro"),))
        first = self._get(_DELTA)
        self.assertEqual([event["type"] for event in first.json["events"]], ["hydration"])
        tag = first.headers["ETag"]
        last = first.json["events"][-1]["eventId"]
        self.assertEqual(tag, f'W/"{last}"' if self.is_weak else f'"{last}"')
        same = self._get(_DELTA, If_None_Match=tag)
        self.assertEqual((same.status, same.body), (304, b""))
        self._have(_feature("a", enabled=False), _feature("c"), segments=(_segment(2, "free"),))
        later = self._get(_DELTA, If_None_Match=tag)
        self.assertEqual(
            self._changes(later),
            [
                ("segment-updated", None),
                ("feature-updated", "a"),
                ("feature-updated", "c"),
                ("feature-removed", "b"),
                ("segment-removed", 1),
            ],
        )
        numbers = [event["eventId"] for event in later.json["events"]]
        self.assertEqual(numbers, list(range(last + 1, last + 6)))
        # Several changes of a flag are merged into one event with the last state.
        self._have(_feature("a"))
        self._have(_feature("a", enabled=False))
        self.assertEqual(self._changes(self._get(_DELTA, If_None_Match=later.headers["ETag"]))[-1][1], "a")
        for cursor in ("", '"x"', "*", '"-1"'):
            self.assertEqual(self._changes(self._get(_DELTA, If_None_Match=cursor)), [("hydration", None)], cursor)
        self.assertEqual(self._get(_DELTA, If_None_Match='"999999"').status, 304)

    def test_a_cursor_that_is_too_old(self) -> None:
        self._have(_feature("a"))
        old = self._get(_DELTA).headers["ETag"]
        self._have(*[_feature(f"{number}") for number in range(KEPT - 1)])
        self.assertEqual(len(self._changes(self._get(_DELTA, If_None_Match=old))), KEPT)
        self._have()
        self.assertEqual(self._changes(self._get(_DELTA, If_None_Match=old)), [("hydration", None)])

    def test_planned_failures(self) -> None:
        self.own.post({"kind": "delta", "status": 404}, "/_rules/fail")
        self.assertEqual([self._get(_DELTA).status, self._get(_DELTA).status], [404, 200])

    def test_metrics(self) -> None:
        toggles = {"a": {"yes": 3, "no": 1, "variants": {"b": 2}}}
        bucket = {"start": "2030-01-02T03:04:05Z", "stop": "2030-01-02T03:05:05Z", "toggles": toggles}
        self.assertEqual(self._post("metrics", {"appName": "shop", "bucket": bucket}).status, 202)
        self.assertEqual(self._post("metrics", {"bucket": bucket}).status, self.invalid)
        figures = self.own.send("GET", "/_rules/figures", token=None).json
        self.assertEqual(figures["flags"], toggles)
        # The frontend API has separate counts.
        self.assertEqual(self.own.figures()["flags"], {})

    def test_registration(self) -> None:
        self.assertEqual(self._post("register", _REGISTRATION).status, 202)
        for member in ("appName", "strategies", "started", "interval"):
            for value in (None, [1], "2030-01-02 03:04:05", True, -1):
                if (member, value) != ("appName", "2030-01-02 03:04:05"):
                    refused = self._post("register", {**_REGISTRATION, member: value})
                    self.assertEqual(refused.status, 400, (member, value))
        figures = self.own.send("GET", "/_rules/figures", token=None).json
        self.assertEqual(figures["registrations"], [_REGISTRATION])

    def _post(self, path: str, body: Any) -> Answer:
        headers = {"Content_Type": "application/json"}
        return self.own.send("POST", f"/api/client/{path}", encoded(body), BACKEND, **headers)


class ServerClientAPI(ServerCase, ClientAPI):
    """The same tests for the other flavour."""

    is_weak = False
    invalid = 400
