# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Metrics and registration: accepted bodies, rejected bodies, and the sums."""

from __future__ import annotations

import copy
from typing import Any

from .cases import EdgeCase, ServerCase
from .client import Server

_GOOD: dict[str, Any] = {
    "appName": "shop",
    "instanceId": "i",
    "bucket": {
        "start": "2030-01-02T03:04:05Z",
        "stop": "2030-01-02T04:04:35.250+01:00",
        "toggles": {
            "a": {"yes": 3, "no": 1, "variants": {"b": 2, "disabled": 1}},
            "größe": {"yes": 0, "no": 4294967295},
        },
    },
}

#: Values that both flavours reject: the path, and the value at that path (`None` removes the key).
_BAD: list[tuple[list[str], Any]] = [
    (["appName"], None),
    (["appName"], 1),
    (["instanceId"], 1),
    (["bucket"], []),
    (["bucket", "start"], None),
    (["bucket", "start"], "2030-01-02 03:04:05Z"),
    (["bucket", "start"], "2030-01-02T03:04:05"),
    (["bucket", "start"], "2030-13-02T03:04:05Z"),
    (["bucket", "start"], "2030-01-02T03:05:05Z"),
    (["bucket", "stop"], 1893553445),
    (["bucket", "toggles"], None),
    (["bucket", "toggles"], []),
    (["bucket", "toggles", "a"], 1),
    (["bucket", "toggles", "a", "yes"], -1),
    (["bucket", "toggles", "a", "yes"], 1.5),
    (["bucket", "toggles", "a", "yes"], "1"),
    (["bucket", "toggles", "a", "no"], True),
    (["bucket", "toggles", "a", "no"], 4294967296),
    (["bucket", "toggles", "a", "variants"], []),
    (["bucket", "toggles", "a", "variants", "b"], None),
    (["bucket", "toggles", "a", "variants", "b"], 1.0),
]

#: Values that only Edge rejects.
_STRICT: list[tuple[list[str], Any]] = [
    (["bucket"], None),
    (["bucket", "toggles", "a", "yes"], None),
    (["bucket", "toggles", "a", "no"], None),
]


def _changed(path: list[str], value: Any, keep_null: bool = False) -> dict[str, Any]:
    body = copy.deepcopy(_GOOD)
    place = body
    for name in path[:-1]:
        place = place[name]
    if value is None and not keep_null and path[-1] != "b":
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return body


class Metrics(EdgeCase):
    """Both flavours. Each test has separate counts."""

    accepted, invalid = 202, 422

    def setUp(self) -> None:
        """Starts a server without counts. Metrics don't need a real engine."""
        self.own = Server(self.flavour, "--engine", "all-false")

    def tearDown(self) -> None:
        """Stops the server."""
        self.own.close()

    def test_sums(self) -> None:
        self.assertEqual(self.own.metrics(_GOOD).status, self.accepted)
        self.assertEqual(self.own.metrics(_GOOD).body, b"")
        lost = _changed(["bucket", "toggles"], {"a": {"yes": 0, "no": 0, "variants": {"b": 7}}})
        self.assertEqual(self.own.metrics(lost).status, self.accepted)
        figures = self.own.figures()
        self.assertEqual(
            figures["flags"],
            {
                "a": {"yes": 6, "no": 2, "variants": {"b": 4, "disabled": 2}},
                "größe": {"yes": 0, "no": 8589934590, "variants": {}},
            },
        )
        self.assertEqual(figures["lostVariants"], 7)
        self.assertEqual(figures["applications"], ["shop"])
        bucket = {"instance": "i", "start": "2030-01-02T03:04:05Z", "stop": "2030-01-02T04:04:35.250+01:00"}
        self.assertEqual(figures["buckets"], [bucket] * 3)
        self.assertEqual(figures["statuses"], {f"metrics {self.accepted}": 3})

    def test_what_is_refused_counts_nothing(self) -> None:
        for path, value in _BAD:
            self.assertEqual(self.own.metrics(_changed(path, value)).status, self.invalid, (path, value))
        self.assertEqual(self.own.metrics(b"{").status, 400)
        figures = self.own.figures()
        self.assertEqual((figures["flags"], figures["applications"], figures["buckets"]), ({}, [], []))
        refused = sum(count for key, count in figures["statuses"].items() if key != f"metrics {self.accepted}")
        self.assertEqual(refused, 22)

    def test_what_only_one_of_them_refuses(self) -> None:
        expected = self.invalid if self.flavour == "edge" else self.accepted
        for path, value in _STRICT:
            self.assertEqual(self.own.metrics(_changed(path, value)).status, expected, path)
        nothing = _changed(["bucket", "toggles", "a", "variants"], None, keep_null=True)
        self.assertEqual(self.own.metrics(nothing).status, expected)

    def test_more_than_is_known_is_let_through(self) -> None:
        body = {**_GOOD, "environment": "e", "connectionId": "c", "sdkVersion": "s:1.0.0", "other": [1]}
        self.assertEqual(self.own.metrics(body).status, self.accepted)

    def test_a_token_is_needed(self) -> None:
        refused = self.own.send("POST", "/api/frontend/client/metrics", b"{}", token=None)
        self.assertEqual(refused.status, 403 if self.flavour == "edge" else 401)

    def test_registration(self) -> None:
        path = "/api/frontend/client/register"
        self.assertEqual(self.own.post({"appName": "shop"}, path).status, self.accepted)
        self.assertEqual(self.own.post({}, path).status, self.invalid)
        self.assertEqual(self.own.figures()["applications"], ["shop"])


class ServerMetrics(ServerCase, Metrics):
    """The same tests for the other flavour."""

    accepted, invalid = 200, 400
