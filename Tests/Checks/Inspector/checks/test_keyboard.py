# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Use of the page without a mouse."""

from __future__ import annotations

from .case import InspectorCase


class KeyboardChecks(InspectorCase):
    def test_searches_and_moves(self) -> None:
        self.page.press("/")
        self.assertEqual(self.page.focus, "search")
        self.page.press("c", "h", "e", "c", "k", "ENTER")
        self.assertEqual(self.page.focus, "new-checkout key")
        self.page.press("j")
        self.assertEqual(self.page.focus, "old-checkout key")
        self.page.press("j", "k")
        self.assertEqual(self.page.focus, "new-checkout key")
        self.page.press("ARROW_DOWN")
        self.assertEqual(self.page.focus, "old-checkout key")
        self.page.press("ESCAPE")
        self.assertEqual(len(self.page.keys), 19)
        self.assertEqual(self.page.focus, "old-checkout key")

    def test_opens_follows_and_closes_the_details(self) -> None:
        self.page.press("j", "j", "ENTER")
        self.page.wait_for_text("#detail-key", "dark-mode")
        self.page.press("j")
        self.page.wait_for_text("#detail-key", "discount")
        self.assertEqual(self.page.run("return location.hash"), "#/flags/discount")
        self.page.press("ESCAPE")
        self.assertFalse(self.page.is_shown("#detail"))
        self.assertEqual(self.page.focus, "discount key")

    def test_overrides_and_gives_back(self) -> None:
        self.page.press("j", "j", "o")
        self.page.wait_for_text(self.page.of("dark-mode", ".value"), "false")
        self.assertEqual(self.page.focus, "dark-mode key")
        self.page.press("r")
        self.page.wait_for_text(self.page.of("dark-mode", ".value"), "true")
        self.page.press("j", "o")
        self.page.wait_for_text("#detail-key", "discount")
        self.assertEqual(self.page.focus, "override-text")
        # In a field, the keys enter text.
        self.page.press("r", "o", "c")
        self.assertEqual(self.page.find("#override-text").get_attribute("value")[-3:], "roc")

    def test_reaches_everything_by_tab(self) -> None:
        self.page.press("TAB")
        seen = []
        for _ in range(40):
            seen.append(self.page.focus)
            self.page.press("TAB")
        for stop in ["to-flags", "provider", "open-context", "open-help", "search", "banner key", "banner Edit", "dark-mode switch"]:
            self.assertIn(stop, seen)

    def test_shows_a_ring_where_the_focus_is(self) -> None:
        self.page.press("j")
        style = self.page.run("const style = getComputedStyle(document.activeElement); return [style.outlineStyle, style.outlineWidth]")
        self.assertEqual(style, ["solid", "2px"])

    def test_goes_from_page_to_page(self) -> None:
        for key, page in [("2", "history"), ("3", "parity"), ("1", "flags")]:
            self.page.press(key)
            self.page.wait("document.getElementById(arguments[0]).checkVisibility()", page)
            self.assertEqual(self.page.run("return document.querySelector('nav [aria-current]').id"), f"to-{page}")

    def test_takes_a_key_right_after_a_dialog_is_closed(self) -> None:
        # This is one script because the browser removes the focus from the dialog's field only at the next rendering.
        left = self.page.run(
            "const dialog = document.getElementById('help-dialog'); dialog.showModal(); dialog.close();"
            "const focus = document.activeElement;"
            "focus.dispatchEvent(new KeyboardEvent('keydown', {key: 'c', bubbles: true, cancelable: true})); return focus.id")
        self.assertEqual(left, "single-keys")
        self.assertTrue(self.page.is_shown("#context-dialog"))
        self.page.press_for("ESCAPE", None)

    def test_lists_its_keys_and_lets_them_be_turned_off(self) -> None:
        self.page.press_for("?", "help-dialog")
        self.page.click("#single-keys")
        self.page.press_for("ESCAPE", None)
        self.page.press("3")
        self.assertEqual(self.page.run("return location.hash"), "")
        self.page.open()
        self.page.press("3")
        self.assertEqual(self.page.run("return location.hash"), "")
        self.page.click("#open-help")
        self.page.click("#single-keys")
        self.page.press_for("ESCAPE", None)
        self.page.press("3")
        self.assertEqual(self.page.run("return location.hash"), "#/parity")
