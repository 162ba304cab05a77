# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The parts for all flags: the context, the provider, and the parity of providers."""

from __future__ import annotations

import json
import socket

from .case import InspectorCase

GOLD = {"kind": "user", "key": "grace", "attributes": {"plan": "gold"}}


class ContextChecks(InspectorCase):
    def setUp(self) -> None:
        super().setUp()
        self.server.change("POST", "/use?provider=unleash")
        self.page.wait_for_text(self.page.of("fast-lane", ".value"), "false")

    def test_switches_the_context(self) -> None:
        self.page.click("#open-context")
        field = "#context-json"
        shown = json.loads(self.page.find(field).get_attribute("value"))
        self.assertEqual(shown, {"kind": "user", "key": "ada", "attributes": {"plan": "free"}})
        self.page.write(field, json.dumps(GOLD))
        self.page.click("#context-form .primary")
        self.page.wait_for_text("#context", "user:grace")
        self.page.wait_for_text(self.page.of("fast-lane", ".value"), "true")
        self.assertEqual(self.page.row("upload-limit")[1:3], ["true 250", "large"])
        self.assertFalse(self.page.is_shown("#context-dialog"))
        self.assertEqual(self.server.state["context"], GOLD)

    def test_refuses_a_wrong_context_and_says_where(self) -> None:
        self.expected_complaints = ("the server responded with a status of 409",)
        self.page.press_for("c", "context-dialog")
        self.page.write("#context-json", '{"key": "grace"')
        self.page.click("#context-form .primary")
        self.page.wait_for_text("#context-fault", "JSON")
        self.page.write("#context-json", '{"key": 7, "colour": "red"}')
        self.page.click("#context-form .primary")
        self.page.wait_for_text("#context-fault", "/key")
        self.assertIn("colour", self.page.text("#context-fault"))
        self.assertTrue(self.page.is_shown("#context-dialog"))
        self.page.press_for("ESCAPE", None)
        self.assertEqual(self.server.state["context"]["key"], "ada")


    def test_says_when_there_are_no_flags_for_a_context(self) -> None:
        silent = socket.create_server(("127.0.0.1", 0))
        port = silent.getsockname()[1]
        silent.close()
        providers = {"gone": {"type": "ofrep", "url": f"http://127.0.0.1:{port}", "persistence": "networkOnly"}}
        self.restart({"version": 1, "providers": providers})
        self.page.press_for("c", "context-dialog")
        self.page.write("#context-json", '{"key": "bob"}')
        self.page.click("#context-form .primary")
        self.page.wait_for_text("#said", "The context is now user:bob, but the server couldn't fetch its flags: ")
        self.assertFalse(self.page.is_shown("#context-dialog"))
        self.page.wait_for_text("#context", "user:bob")
        self.assertEqual(self.server.state["context"]["key"], "bob")

    def test_forgets_a_fault_when_the_text_changes_or_the_dialog_opens_again(self) -> None:
        invalid = lambda: self.page.find("#context-json").get_attribute("aria-invalid")
        for repair in [lambda: self.page.write("#context-json", "{}"), lambda: self.page.press_for("ESCAPE", None)]:
            self.page.click("#open-context") if not self.page.is_shown("#context-dialog") else None
            self.page.write("#context-json", "{")
            self.page.click("#context-form .primary")
            self.page.wait_for_text("#context-fault", "JSON")
            self.assertEqual(invalid(), "true")
            repair()
            self.page.press_for("ESCAPE", None) if self.page.is_shown("#context-dialog") else None
            self.page.click("#open-context")
            self.assertEqual((invalid(), self.page.text("#context-fault")), ("false", ""))


class ProviderChecks(InspectorCase):
    def test_switches_the_provider(self) -> None:
        names = "return [...document.querySelectorAll('#provider option')].map(option => option.value)"
        self.assertEqual(self.page.run(names), ["both", "broken", "launchdarkly", "unleash"])
        self.page.choose("#provider", "unleash")
        self.page.wait_for_text("#said", "Switched to the provider unleash.")
        self.page.wait_for_text(self.page.of("dark-mode"), "unleash")
        self.assertEqual(len(self.page.keys), 15)
        self.assertNotIn("theme-name", self.page.keys)
        self.assertEqual(self.server.state["provider"], "unleash")

    def test_leaves_the_focus_alone_while_a_provider_is_slow(self) -> None:
        # A server that accepts connections and never responds.
        silent = self.enterContext(socket.create_server(("127.0.0.1", 0)))
        self.expected_complaints = ("the server responded with a status of 409",)
        providers = {
            "here": {"type": "memory", "flags": {"a": 1}},
            "slow": {"type": "ofrep", "url": f"http://127.0.0.1:{silent.getsockname()[1]}", "persistence": "networkOnly"}}
        self.restart({"version": 1, "active": "here", "providers": providers})
        self.page.choose("#provider", "slow")
        self.page.click("#search")
        self.server.change("PUT", "/override?key=a", 2)
        self.page.wait_for_text(self.page.of("a", ".value"), "2")
        self.assertEqual(self.page.run("const it = document.querySelector('#provider'); return [it.value, it.disabled]"), ["slow", True])
        self.page.wait("document.querySelector('#said').hasAttribute('data-fault')")
        self.assertEqual(self.page.focus, "search")
        self.assertEqual(self.page.run("const it = document.querySelector('#provider'); return [it.value, it.disabled]"), ["here", False])

    def test_keeps_the_provider_when_another_fails(self) -> None:
        self.expected_complaints = ("the server responded with a status of 409",)
        self.page.choose("#provider", "broken")
        self.page.wait("document.querySelector('#said').hasAttribute('data-fault')")
        self.assertIn("broken.json", self.page.text("#said"))
        self.page.wait("document.querySelector('#provider').value === 'both'")
        self.assertEqual(self.server.state["provider"], "both")
        self.assertEqual(self.page.text("#link"), "Live")


class ParityChecks(InspectorCase):
    def test_shows_how_far_providers_agree(self) -> None:
        self.page.click("#to-parity")
        self.page.wait("document.querySelectorAll('#parity-rows tr').length === 22")
        self.assertRegex(self.page.text("#parity-share"), r"^[34]\d\.\d %$")
        rows = self.page.run(
            "return Object.fromEntries([...document.querySelectorAll('#parity-rows tr')].map(row => [row.children[0].textContent, "
            "[1, 2, 4, 5].map(column => row.children[column].textContent.replace(/[0-9]+ times?.*|[0-9]+$/, ''))]))")
        pair = "launchdarkly / unleash"
        self.assertEqual(rows["offline-maps"], [pair, "0.0 %", "different value: ", "false/true"])
        self.assertEqual(rows["upload-limit"], [pair, "100.0 %", "same value: ", ""])
        self.assertEqual(rows["theme-name"], [pair, "0.0 %", "missing in the second provider: ", "“harbour”/absent"])
        self.assertEqual(rows["photo-reviews"], [pair, "0.0 %", "missing in the first provider: ", "absent/false"])
        shares = self.page.run("return [...document.querySelectorAll('#parity-rows .number')].map(cell => parseFloat(cell.textContent))")
        self.assertEqual(shares, sorted(shares))

    def test_follows_changes(self) -> None:
        self.page.click("#to-parity")
        row = self.page.of("offline-maps").replace("#rows", "#parity-rows")
        self.page.wait("document.querySelectorAll('#parity-rows tr').length === 22")
        self.server.edit("launchdarkly.json", '"version": 31, "value": false', '"version": 32, "value": true')
        self.page.wait("[...document.querySelectorAll('#parity-rows tr')].some(row => row.textContent.startsWith('offline-maps') && row.textContent.includes('same value'))")

    def test_says_when_the_provider_combines_none(self) -> None:
        self.server.change("POST", "/use?provider=unleash")
        self.page.open("#/parity")
        self.page.wait_for_text("#parity-none", "The provider “unleash” isn't a combined provider.")
        self.assertFalse(self.page.is_shown("#parity-some"))
