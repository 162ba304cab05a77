# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The shape of responses, entity tags, and tokens."""

from __future__ import annotations

from server.tokens import BACKEND, REVOKED

from .cases import EdgeCase, ServerCase
from .client import Answer


class EdgeAnswers(EdgeCase):
    """Responses of Unleash Edge."""

    def test_a_flag_with_and_without_a_variant(self) -> None:
        flags = {flag["name"]: flag for flag in self.server.get("userId=u&sessionId=1").json["toggles"]}
        self.assertEqual(
            flags["everyone"],
            {
                "name": "everyone",
                "enabled": True,
                "variant": {"name": "disabled", "enabled": False, "payload": None},
                "impressionData": False,
                "impression_data": False,
            },
        )
        self.assertTrue(flags["variant.string"]["impressionData"] and flags["variant.string"]["impression_data"])
        self.assertEqual(set(flags["variant.number"]["variant"]), {"name", "enabled", "payload"})
        self.assertEqual(flags["variant.number"]["variant"]["payload"]["type"], "number")

    def test_sorted_and_only_what_is_on(self) -> None:
        flags = self.server.get("sessionId=1").json["toggles"]
        names = [flag["name"] for flag in flags]
        self.assertEqual(names, sorted(names))
        self.assertTrue(all(flag["enabled"] for flag in flags))
        self.assertNotIn("retired", names)

    def test_all_shows_what_is_off(self) -> None:
        everything = self.server.send("GET", "/api/frontend/all?sessionId=1").json["toggles"]
        self.assertEqual(len(everything), 39)
        self.assertEqual({flag["enabled"] for flag in everything}, {False, True})

    def test_strong_tags_for_get_and_post(self) -> None:
        for send in (self._get, self._post):
            before = self.server.figures()["statuses"].get("fetch 304", 0)
            first = send()
            tag = first.headers["ETag"]
            self.assertRegex(tag, r'^"[0-9a-f]+-[0-9a-f]{24}"$')
            same = send(If_None_Match=tag)
            self.assertEqual((same.status, same.body, same.headers["ETag"]), (304, b"", tag))
            self.assertNotIn("Content-Length", same.headers)
            self.assertEqual(send(If_None_Match=f"W/{tag}").status, 200)
            self.assertEqual(send(If_None_Match="").status, 200)
            self.assertEqual(send(If_None_Match=f'"other", {tag}').status, 304)
            self.assertEqual(self.server.figures()["statuses"]["fetch 304"], before + 2)

    def _get(self, **headers: str) -> Answer:
        return self.server.get("sessionId=1", **headers)

    def _post(self, **headers: str) -> Answer:
        return self.server.post({"context": {"sessionId": "1"}}, **headers)

    def test_a_flat_body_is_a_context_too(self) -> None:
        self.assertIn("ids", self.server.post({"userId": "user 7"}).enabled)
        self.assertIn("ids", self.server.post({"properties": {"userId": "user 7"}}).enabled)

    def test_the_time_in_the_context_is_the_clock(self) -> None:
        self.assertIn("constraint.date", self.server.get("currentTime=2031-06-01T12%3A00%3A01Z").enabled)
        self.assertNotIn("constraint.date", self.server.get("currentTime=2031-06-01T11%3A59%3A59Z").enabled)

    def test_bodies_that_are_refused(self) -> None:
        self.assertEqual(self.server.post(b"{").status, 400)
        self.assertEqual(self.server.post(b"[]").status, 422)
        self.assertEqual(self.server.post({}, Content_Type="text/plain").status, 415)

    def test_tokens(self) -> None:
        for token, status in ((None, 403), ("nonsense", 403), (BACKEND, 403), (REVOKED, 403), ("*:e.new", 401)):
            refused = self.server.send("GET", "/api/frontend", token=token)
            self.assertEqual((refused.status, refused.body), (status, b""), token)


class ServerAnswers(ServerCase):
    """Responses of the Unleash server."""

    def test_a_flag_with_and_without_a_variant(self) -> None:
        flags = {flag["name"]: flag for flag in self.server.get("userId=u&sessionId=1").json["toggles"]}
        variant = {"name": "disabled", "enabled": False, "feature_enabled": True, "featureEnabled": True}
        self.assertEqual(
            flags["everyone"], {"name": "everyone", "enabled": True, "variant": variant, "impressionData": False}
        )
        self.assertEqual(
            set(flags["variant.number"]["variant"]), {"name", "enabled", "payload", "feature_enabled", "featureEnabled"}
        )

    def test_only_what_is_on_and_no_list_of_all(self) -> None:
        self.assertTrue(all(flag["enabled"] for flag in self.server.get().json["toggles"]))
        self.assertEqual(self.server.send("GET", "/api/frontend/all").status, 404)

    def test_weak_tags_for_get_only(self) -> None:
        tag = self.server.get("sessionId=1").headers["ETag"]
        self.assertRegex(tag, r'^W/"[0-9a-f]+-[A-Za-z0-9+/]{27}"$')
        self.assertEqual(self.server.get("sessionId=1", If_None_Match=tag).status, 304)
        self.assertEqual(self.server.get("sessionId=1", If_None_Match=tag.removeprefix("W/")).status, 304)
        self.assertEqual(self.server.get("sessionId=1", If_None_Match=tag, Cache_Control="no-cache").status, 200)
        posted = self.server.post({"context": {"sessionId": "1"}}, If_None_Match=tag)
        self.assertEqual((posted.status, "ETag" in posted.headers), (200, False))

    def test_a_flat_body_is_an_empty_context(self) -> None:
        self.assertNotIn("ids", self.server.post({"userId": "user 7"}).enabled)
        self.assertNotIn("ids", self.server.post({"context": {"userId": "user 7"}}, Content_Type="text/plain").enabled)

    def test_the_time_in_the_context_is_only_a_property(self) -> None:
        here = self.server.get("sessionId=1&currentTime=2099-01-01T00%3A00%3A00Z").enabled
        self.assertEqual(here, self.server.get("sessionId=1").enabled)

    def test_without_a_session_id_a_rollout_flaps(self) -> None:
        answers = {"rollout.session.third" in self.server.get("userId=u").enabled for _ in range(60)}
        self.assertEqual(answers, {False, True})

    def test_tokens(self) -> None:
        for token, status in ((None, 401), ("nonsense", 401), (BACKEND, 403), (REVOKED, 401), ("*:e.new", 401)):
            refused = self.server.send("GET", "/api/frontend", token=token)
            self.assertEqual((refused.status, set(refused.json)), (status, {"name", "message"}), token)
