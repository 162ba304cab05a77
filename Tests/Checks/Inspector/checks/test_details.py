# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The details of a flag: overrides by type, the explanation, both providers, and the history."""

from __future__ import annotations

from .case import InspectorCase


# A key with characters that have a meaning in a query or a fragment.
KEY = "not/yet there?&key=#1"


class OverrideChecks(InspectorCase):
    def test_turns_a_boolean_over_in_the_table(self) -> None:
        row = self.page.of("dark-mode")
        self.page.click(f"{row} .switch")
        self.page.wait_for_text(f"{row} .value", "false")
        self.assertEqual(self.page.row("dark-mode")[2:6], ["–", "STATIC", "override", "–"])
        self.assertEqual(self.page.row("dark-mode")[8], "override Remove")
        self.assertEqual(self.page.find(f"{row} .switch").get_attribute("aria-checked"), "false")
        self.assertEqual(self.server.flag("dark-mode")["value"], False)
        self.assertEqual(self.page.text("#count-overridden"), "1")
        self.page.click("input[value=overridden] + span")
        self.assertEqual(self.page.keys, ["dark-mode"])
        self.page.click("input[value=all] + span")
        self.page.click(f"{row} td.override button:last-child")
        self.page.wait_for_text(f"{row} .value", "true")
        self.assertEqual(self.page.row("dark-mode")[3:6], ["DEFAULT", "bootstrap", "launchdarkly"])
        self.assertEqual(self.page.focus, "dark-mode key")

    def test_overrides_numbers_strings_and_objects(self) -> None:
        for key, field, text, value in [
            ("page-size", "#override-text", "50", 50), ("discount", "#override-text", "-2.5e-1", -0.25),
            ("banner", "#override-text", 'a "quoted" <i>text</i>', 'a "quoted" <i>text</i>'),
            ("menu", "#override-json", '{"items": [], "collapsed": null}', {"items": [], "collapsed": None}),
        ]:
            self.page.click(self.page.of(key, ".small"))
            self.page.write(field, text)
            self.page.click("#override-set")
            self.page.wait("document.querySelector('#override-remove').checkVisibility()")
            self.assertEqual(self.server.flag(key)["value"], value)
        self.page.click("#remove-all")
        self.page.wait("!document.querySelector('#remove-all').checkVisibility()")
        self.assertEqual([flag for flag in self.server.state["flags"] if "override" in flag], [])

    def test_keeps_numbers_as_the_server_has_them(self) -> None:
        value = lambda selector: self.page.find(selector).get_attribute("value")
        self.server.change("PUT", "/override?key=page-size", "9007199254740993")
        self.page.wait_for_text(self.page.of("page-size", ".value"), "9007199254740993")
        self.page.click(self.page.of("page-size", ".small"))
        self.assertEqual(self.page.text("#detail-value"), "9007199254740993")
        self.assertEqual(value("#override-text"), "9007199254740993")
        self.server.change("PUT", "/override?key=menu", '{"n": 1.0, "a": [], "b": ["[,", 9007199254740993]}')
        self.page.wait_for_text(self.page.of("menu", ".value"), '{"a":[],"b":["[,",9007199254740993],"n":1.0}')
        self.page.click(self.page.of("menu", ".small"))
        self.assertEqual(
            value("#override-json"), '{\n  "a": [],\n  "b": [\n    "[,",\n    9007199254740993\n  ],\n  "n": 1.0\n}')
        self.page.write("#override-json", "12345678901234567890")
        self.page.click("#override-set")
        self.page.wait_for_text("#said", "menu is overridden with 1.2345678901234567e+19.")
        self.server.change("PUT", "/context", '{"key": "ada", "attributes": {"n": 1.0}}')
        self.page.wait("state.contextText.includes('1.0')")
        self.page.press_for("ESCAPE", None)
        self.page.click("#open-context")
        self.assertIn('"n": 1.0', value("#context-json"))

    def test_refuses_what_is_no_value_and_says_why(self) -> None:
        self.page.click(self.page.of("page-size", ".small"))
        for text in ["fifty", "", "0x10", "1.", "١"]:
            self.page.write("#override-text", text)
            self.page.press("ENTER")
            self.assertEqual(self.page.text("#override-hint"), f"Invalid number “{text}”. Use digits, such as 10 or 2.5.")
            self.assertEqual(self.page.find("#override-text").get_attribute("aria-invalid"), "true")
        # The hint remains if something else changes, and disappears if the text changes.
        self.server.change("PUT", "/override?key=banner", '"Sale"')
        self.page.wait_for_text(self.page.of("banner", ".value"), "Sale")
        self.assertTrue(self.page.text("#override-hint").startswith("Invalid number “١”."))
        self.page.write("#override-text", "5")
        self.assertEqual(self.page.text("#override-hint"), "")
        self.page.choose("#override-type", "json")
        self.page.write("#override-json", "{")
        self.page.click("#override-set")
        self.assertIn("JSON", self.page.text("#override-hint"))
        self.assertNotIn("override", self.server.flag("page-size"))

    def test_warns_of_another_type(self) -> None:
        self.page.click(self.page.of("page-size", ".small"))
        self.assertEqual(self.page.text("#override-hint"), "")
        self.page.choose("#override-type", "string")
        self.assertEqual(
            self.page.text("#override-hint"), "The flag has the type number. Code that reads this type gets its default value, with TYPE_MISMATCH.")

    def test_overrides_a_flag_that_no_provider_has(self) -> None:
        self.page.open("#/flags/not%2Fyet%20there%3F%26key%3D%231")
        self.assertEqual(self.page.text("#detail-key"), KEY)
        self.assertEqual(self.page.text("#detail-why"), "unknown to the provider")
        self.page.click("#override-set")
        self.page.wait("document.querySelector(arguments[0])", self.page.of(KEY))
        self.assertEqual(self.server.flag(KEY)["value"], True)


    def test_starts_with_a_wrong_escape_and_without_storage(self) -> None:
        self.page.open("#/flags/100%")
        self.assertEqual(self.page.text("#detail-key"), "100%")
        script = "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('blocked', 'SecurityError'); }})"
        added = self.page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        try:
            self.page.open()
            self.page.press_for("?", "help-dialog")
            self.page.click("#single-keys")
            self.page.press_for("ESCAPE", None)
            self.page.press("2")
            self.assertFalse(self.page.is_shown("#history"))
        finally:
            self.page.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


    def test_says_that_a_name_is_too_long(self) -> None:
        self.expected_complaints = ("the server responded with a status of 400",)
        self.page.open("#/flags/" + "k" * 17_000)
        self.page.wait_for_text("#said", "The flag key is too long for a request, whose head can have up to 16 KiB. Use a shorter key.")


    def test_says_a_long_value_briefly(self) -> None:
        self.page.click(self.page.of("banner", ".small"))
        self.page.run("document.querySelector('#override-text').value = 'lorem '.repeat(1200)")
        self.page.click("#override-set")
        self.page.wait_for_text("#said", "banner is overridden with")
        self.assertEqual(self.page.run("return document.querySelector('#said').textContent.length"), 401)
        self.assertLess(self.page.run("return document.querySelector('#said').offsetHeight"), 150)

    def test_shows_all_of_a_row_s_buttons_beside_the_details(self) -> None:
        key = "a-flag.with.a-rather-long.name.of-forty-chars"
        self.server.change("PUT", f"/override?key={key}", '"a text that fills its column to the end"')
        self.page.wait("document.querySelector(arguments[0])", self.page.of(key))
        self.page.click(self.page.of(key, ".key"))
        edges = "return ['#table .forced .override button:last-child', '.scroll'].map(part => document.querySelector(part).getBoundingClientRect().right)"
        button, edge = self.page.run(edges)
        self.assertLessEqual(button, edge)

    def test_reaches_nothing_that_the_details_cover(self) -> None:
        self.page.open("#/flags/banner", size=(320, 700))
        for _ in range(40):
            self.page.press("TAB")
            self.assertFalse(self.page.run("return Boolean(document.activeElement.closest('.bar, .notices, #flags'))"))
        self.page.press("ESCAPE")
        self.page.click("#open-help")
        self.assertTrue(self.page.is_shown("#help-dialog"))


class ExplanationChecks(InspectorCase):
    def steps(self) -> list[list[str]]:
        return self.page.run(
            "return [...document.querySelectorAll('#steps > li')].map(step => ['layer', 'outcome', 'message']"
            ".map(part => step.querySelector('.' + part).textContent))")

    def test_explains_a_value_layer_by_layer(self) -> None:
        self.page.click(self.page.of("offline-maps", ".key"))
        self.page.wait("document.querySelectorAll('#steps > li').length === 5")
        steps = self.steps()
        self.assertEqual([step[:2] for step in steps], [
            ["Override", "passed"], ["Strategy", "used"], ["Provider", "used"], ["Provider", "passed"], ["Default", "passed"]])
        self.assertEqual(steps[1][2], "The strategy comparison uses the result of 'launchdarkly'.")
        self.assertIn("launchdarkly returned false, variant '1', reason DISABLED, version 31", steps[2][2])
        self.page.click("#steps > li:nth-child(4) summary")
        facts = self.page.text("#steps > li:nth-child(4) dl")
        self.assertIn("flexibleRollout: applies", facts)
        # Open parts remain open if something changes.
        self.server.change("PUT", "/override?key=offline-maps", True)
        self.page.wait("document.querySelector('#steps > li').dataset.outcome === 'used'")
        self.assertEqual(self.steps()[0], ["Override", "used", "Code sets true."])

    def test_keeps_facts_open(self) -> None:
        self.page.click(self.page.of("offline-maps", ".key"))
        self.page.wait("document.querySelectorAll('#steps > li').length === 5")
        self.page.click("#steps > li:nth-child(3) summary")
        self.server.edit("launchdarkly.json", '"version": 31, "value": false', '"version": 32, "value": true')
        self.page.wait_for_text("#steps > li:nth-child(3) .message", "returned true")
        self.assertTrue(self.page.is_shown("#steps > li:nth-child(3) dl"))

    def test_shows_both_providers_side_by_side(self) -> None:
        sides = (
            "return [...document.querySelectorAll('#sides tr')].map(row => [...row.children].slice(0, 4)"
            ".map(cell => [...cell.querySelectorAll('.value')].filter(part => part.checkVisibility()).map(part => part.textContent).join(' ') || cell.textContent))")
        self.page.click(self.page.of("offline-maps", ".key"))
        self.page.wait("document.querySelectorAll('#sides tr').length === 2")
        self.assertEqual(self.page.run(sides), [
            ["launchdarkly", "false", "1", "DISABLED"], ["unleash", "true", "–", "STATIC"]])
        self.assertRegex(self.page.text("#sides-hint"), r"^≠ Differed in (\d+) of \1 comparisons\.$")
        self.page.click(self.page.of("upload-limit", ".key"))
        self.page.wait_for_text("#sides", "small")
        self.assertEqual(self.page.run(sides), [
            ["launchdarkly", "25", "2", "DEFAULT"], ["unleash", "true 25", "small", "STATIC"]])
        self.assertRegex(self.page.text("#sides-hint"), r"^= Agreed in \d+ comparisons\.$")
        self.server.change("POST", "/use?provider=launchdarkly")
        self.page.wait("!document.querySelector('#sides-section').checkVisibility()")

    def test_shows_a_flag_s_history(self) -> None:
        key = "saved-carts"
        self.page.click(self.page.of(key, ".key"))
        for value in range(60):
            self.server.change("PUT", f"/override?key={key}", value)
        self.page.wait_for_text("#detail-history li", "59")
        self.assertEqual(self.page.run("return document.querySelectorAll('#detail-history li').length"), 50)
        values = "return [...document.querySelectorAll('#detail-history li:first-child span span')].map(part => part.textContent)"
        self.assertEqual(self.page.run(values), ["58", "→", "59"])
        self.page.click("#to-history")
        self.page.wait("document.querySelectorAll('#history-rows tr').length === 50")
