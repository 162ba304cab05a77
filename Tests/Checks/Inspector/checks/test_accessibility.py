# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Appearance and names: axe's rules, color schemes, and widths. Saves screenshots of everything."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from .case import PICTURES, InspectorCase
from .page import Page

# The rules without violations, and the number of violations, over all checks.
passed: set[str] = set()
violations = 0

AXE = Path(find_spec("axe_playwright_python").origin).with_name("axe.min.js").read_text()


class AccessibilityChecks(InspectorCase):
    def look(self, name: str) -> None:
        """Saves a screenshot, and runs axe's rules on the page."""
        global violations
        self.page.wait("document.getAnimations().length === 0")
        self.page.keep(PICTURES / f"{name}.png")
        result = self.page.axe(AXE)
        self.assertNotIn("fault", result)
        wrong = [f"{rule['id']}: {rule['help']}: {node['html'][:160]}: {node['failureSummary']}" for rule in result["violations"] for node in rule["nodes"]]
        violations += len(wrong)
        passed.update(rule["id"] for rule in result["passes"])
        self.assertEqual(wrong, [], name)
        self.assertEqual(self.page.unnamed, [], name)

    def change_something(self) -> None:
        for key, value in [("live-chat", True), ("page-size", 50)]:
            self.server.change("PUT", f"/override?key={key}", value)
        self.server.edit("launchdarkly.json", '"value": 0.15', '"value": 0.2')
        self.page.wait_for_text(self.page.of("discount", ".value"), "0.2")
        self.page.wait("document.querySelector('#said').textContent === ''")

    def test_flags_and_details(self) -> None:
        self.change_something()
        for scheme in ["light", "dark"]:
            for width, size in [("wide", Page.WIDE), ("narrow", Page.NARROW)]:
                self.page.open("", size, scheme)
                self.look(f"flags-{scheme}-{width}")
                self.page.open("#/flags/live-chat", size, scheme)
                self.page.wait("document.querySelectorAll('#steps > li').length > 1")
                self.look(f"details-{scheme}-{width}")

    def test_history_and_parity(self) -> None:
        self.change_something()
        for scheme in ["light", "dark"]:
            for width, size in [("wide", Page.WIDE), ("narrow", Page.NARROW)]:
                self.page.open("#/history", size, scheme)
                self.look(f"history-{scheme}-{width}")
                self.page.open("#/parity", size, scheme)
                self.page.wait("document.querySelectorAll('#parity-rows tr').length > 0")
                self.look(f"parity-{scheme}-{width}")

    def test_dialogs_faults_and_emptiness(self) -> None:
        for scheme in ["light", "dark"]:
            self.page.open("", Page.WIDE, scheme)
            self.page.press_for("?", "help-dialog")
            self.look(f"keys-{scheme}")
            self.page.press_for("ESCAPE", None)
            self.page.press_for("c", "context-dialog")
            self.page.write("#context-json", "{")
            self.page.click("#context-form .primary")
            self.page.wait_for_text("#context-fault", "JSON")
            self.look(f"context-{scheme}")
            self.page.press_for("ESCAPE", None)
            self.page.press("/", "n", "o", "n", "e")
            self.page.run("say('The provider broken has not answered.', true)")
            self.look(f"nothing-found-{scheme}")

    def test_dark_and_light_are_two(self) -> None:
        colours = "const style = getComputedStyle(document.body); return [style.backgroundColor, style.color]"
        light = self.page.run(colours)
        self.page.look("dark")
        dark = self.page.run(colours)
        brightness = lambda colour: sum(int(part) for part in re.findall(r"\d+", colour)[:3])
        self.assertGreater(brightness(light[0]), brightness(light[1]) + 500)
        self.assertGreater(brightness(dark[1]), brightness(dark[0]) + 500)

    def test_fits_a_narrow_window(self) -> None:
        for place in ["#/flags", "#/history", "#/parity", "#/flags/menu"]:
            for width in [1440, 1024, 760, 390, 320]:
                self.page.open(place, (width, 800))
                self.page.wait("page !== 'parity' || document.querySelectorAll('#parity-rows tr').length > 0")
                self.assertLessEqual(self.page.run("return document.documentElement.scrollWidth"), width, (place, width))
        # The details cover the table, which then isn't reachable.
        self.page.open("", Page.NARROW)
        self.page.click(self.page.of("menu", ".key"))
        self.assertEqual(self.page.focus, "detail-key")
        self.assertTrue(self.page.run("return document.querySelector('#flags').inert"))
        self.page.click("#close-detail")
        self.assertFalse(self.page.run("return document.querySelector('#flags').inert"))
        self.assertEqual(self.page.focus, "menu key")

    def test_says_changes_to_a_screen_reader(self) -> None:
        self.server.change("PUT", "/override?key=dark-mode", False)
        self.page.wait_for_text("#said[role=status]", "dark-mode is now false.")
        self.server.change("POST", "/use?provider=unleash")
        self.page.wait_for_text("#said[role=status]", "flags changed.")
        self.page.write("#search", "dark")
        self.page.wait_for_text("#shown[role=status]", "1 of 15 shown")
