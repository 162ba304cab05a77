# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The engine's own results, replaced flags, and the proof that the contexts are varied enough."""

from __future__ import annotations

import json
import unittest

from server.generator import COMMON, contexts
from server.proof import figures, shortcomings

from .cases import EdgeCase
from .client import Server

#: Contexts with a constant seed for these checks. The script uses other seeds.
_CONTEXTS = contexts(4711, 600)


class Engine(EdgeCase):
    """The responses of the control paths."""

    def test_the_same_seed_makes_the_same_contexts(self) -> None:
        over_http = self.server.send("GET", "/_contexts?seed=4711&count=600", token=None).json
        self.assertEqual(over_http, {"common": COMMON, "contexts": _CONTEXTS})
        self.assertNotEqual(contexts(4712, 600), _CONTEXTS)
        self.assertEqual(len({json.dumps(context) for context in _CONTEXTS}), 600)

    def test_an_answer(self) -> None:
        context = {"sessionId": "1", "userId": "user 7", "properties": {"cartTotal": 100}}
        result = self.server.evaluated(context)[0]
        disabled = {"name": "disabled", "enabled": False, "payload": None}
        self.assertEqual(len(result["flags"]), 39)
        self.assertEqual(
            result["flags"]["constraint.number"], {"enabled": True, "impressions": False, "variant": disabled}
        )
        self.assertEqual(result["flags"]["retired"], {"enabled": False, "impressions": True, "variant": disabled})

    def test_an_edge_is_where_one_percent_matters(self) -> None:
        flag = "rollout.user.half"
        document = self.server.send("GET", "/_state", token=None).json
        users = [{"sessionId": "1", "userId": f"user-{number}"} for number in range(400)]
        try:
            results = self.server.evaluated(*users)
            edges = {number for number, result in enumerate(results) if flag in result["edges"]}
            changing = set()
            for percent in (49, 51):
                moved = json.loads(json.dumps(document))
                feature = next(feature for feature in moved["features"] if feature["name"] == flag)
                feature["strategies"][0]["parameters"]["rollout"] = str(percent)
                self.assertEqual(self.server.post(moved, "/_state").json, {"flags": 39})
                for number, result in enumerate(self.server.evaluated(*users)):
                    if result["flags"][flag]["enabled"] != results[number]["flags"][flag]["enabled"]:
                        changing.add(number)
        finally:
            self.server.post(document, "/_state")
        self.assertEqual(edges, changing)
        self.assertTrue(2 <= len(edges) <= 20, len(edges))

    def test_an_update_arrives(self) -> None:
        document = self.server.send("GET", "/_state", token=None).json
        before = self.server.get("sessionId=1")
        changed = {**document, "features": [f for f in document["features"] if f["name"] != "everyone"]}
        self.server.post(changed, "/_state")
        after = self.server.get("sessionId=1", If_None_Match=before.headers["ETag"])
        self.server.post(document, "/_state")
        self.assertEqual((after.status, before.enabled - after.enabled), (200, {"everyone"}))
        again = self.server.get("sessionId=1", If_None_Match=before.headers["ETag"])
        self.assertEqual(again.status, 304)

    def test_a_document_that_is_none_is_refused(self) -> None:
        self.assertEqual(self.server.post(b"{", "/_state").status, 400)
        self.assertEqual(self.server.post({"features": []}, "/_nowhere").status, 404)


class Proof(unittest.TestCase):
    """The minimums, with the real engine and with an engine that returns false for everything."""

    def _lacking(self, flavour: str, *more: str) -> tuple[list[str], dict[str, int]]:
        server = Server(flavour, *more)
        try:
            asked = {"contexts": _CONTEXTS, "common": COMMON}
            results = server.post(asked, "/_evaluate").json
            # Nothing is random: flags and variants are the same again.
            self.assertEqual(server.post(asked, "/_evaluate").json, results)
        finally:
            server.close()
        return shortcomings(results, flavour), figures(results)

    def test_the_contexts_show_enough(self) -> None:
        for flavour in ("edge", "server"):
            self.assertEqual(self._lacking(flavour)[0], [], flavour)

    def test_an_engine_that_says_no_shows_nothing(self) -> None:
        lacking, found = self._lacking("edge", "--engine", "all-false")
        nothing = {"contexts": 600, "on": 0, "off": 23400, "variants": 0, "differing": 0, "edges": 0}
        self.assertEqual(found, nothing)
        self.assertEqual(
            lacking[:4],
            [
                "0 answers are on, 5000 needed",
                "0 variants were served, 19 needed",
                "0 contexts see differing variants, 30 % needed",
                "0 contexts are at an edge, 5 % needed",
            ],
        )
        # Three of the 39 flags are meant to be off.
        self.assertEqual(len(lacking), 4 + 36)
