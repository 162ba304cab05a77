# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The table with its contents, search, and filters."""

from __future__ import annotations

import time

from .case import InspectorCase
from .page import PATIENCE

ALL = [
    "banner", "dark-mode", "discount", "express-pickup", "gift-wrap", "greeting", "live-chat", "menu", "new-checkout",
    "offline-maps", "old-checkout", "order-history", "page-size", "price-alerts", "retry-delays", "saved-carts",
    "search-suggestions", "theme-name", "upload-limit",
]


class TableChecks(InspectorCase):
    def test_shows_each_flag_with_all_that_is_known(self) -> None:
        self.assertEqual(self.page.keys, ALL)
        row = lambda key, value, variant, reason, control: [
            key, value, variant, reason, "bootstrap", "launchdarkly", "s", "–", control]
        self.assertEqual(self.page.row("dark-mode"), row("dark-mode", "true", "0", "DEFAULT", ""))
        self.assertEqual(self.page.row("live-chat"), row("live-chat", "false", "1", "DISABLED", ""))
        self.assertEqual(self.page.row("page-size"), row("page-size", "20", "0", "TARGETING_MATCH", "Edit"))
        self.assertEqual(self.page.row("banner"), row("banner", "“Spring sale”", "1", "DEFAULT", "Edit"))
        self.assertEqual(self.page.row("retry-delays"), row("retry-delays", "[1,2.5,10]", "0", "DEFAULT", "Edit"))
        menu = '{"collapsed":false,"items":["home","search","orders"]}'
        self.assertEqual(self.page.row("menu"), row("menu", menu, "0", "DEFAULT", "Edit"))
        self.assertEqual(self.page.text("#context"), "user:ada")
        self.assertEqual(self.page.find("#provider").get_attribute("value"), "both")
        self.assertEqual(self.page.text("#link"), "Live")

    def test_shows_what_a_variant_carries(self) -> None:
        self.server.change("POST", "/use?provider=unleash")
        self.page.wait_for_text(self.page.of("upload-limit"), "unleash")
        self.assertEqual(self.page.row("upload-limit")[1:4], ["true 25", "small", "STATIC"])

    def test_shows_markup_as_text(self) -> None:
        self.assertEqual(self.page.row("greeting")[1], "“Ahoy <b>sailor</b> & crew”")
        self.assertEqual(self.page.run("return document.querySelectorAll('tbody b').length"), 0)

    def test_loads_nothing_but_its_own_answers(self) -> None:
        script = "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).pathname)"
        self.page.open("#/flags/menu")
        self.page.wait("document.querySelectorAll('#steps li').length > 0")
        self.assertEqual(set(self.page.run(script)), {"/explain"})

    def test_finds_flags_by_every_column(self) -> None:
        for text, found in [
            ("check", ["new-checkout", "old-checkout"]), ("harbour", ["theme-name"]),
            ("targeting", ["new-checkout", "page-size"]), ("targeting TRUE", ["new-checkout"]),
        ]:
            self.page.write("#search", text)
            self.assertEqual(self.page.keys, found, text)
            self.assertEqual(self.page.text("#shown"), f"{len(found)} of 19 shown")
        self.page.click("input[value=overridden] + span")
        self.page.write("#search", "")
        self.assertEqual(self.page.text("#empty"), "No flags are overridden.")
        self.page.click("input[value=all] + span")
        self.page.write("#search", "nothing such")
        self.assertEqual(self.page.text("#empty"), "No matching flags. Press Esc to clear the search.")
        self.page.press("ESCAPE")
        self.assertEqual(self.page.keys, ALL)
        self.assertEqual(self.page.text("#shown"), "")

    def test_sorts_by_a_column_and_back(self) -> None:
        self.page.click("[data-sort=reason]")
        self.assertEqual(self.page.keys[-2:], ["new-checkout", "page-size"])
        head = "[aria-sort] [data-sort]"
        self.assertEqual(self.page.find(head).get_attribute("data-sort"), "reason")
        self.page.click("[data-sort=reason]")
        self.assertEqual(self.page.keys[:2], ["new-checkout", "page-size"])
        self.assertEqual(self.page.run("return document.querySelector('[aria-sort]').ariaSort"), "descending")
        self.page.click("[data-sort=key]")
        self.assertEqual(self.page.keys, ALL)

    def test_shows_reads_that_apps_report(self) -> None:
        bucket = {"start": "2026-01-01T00:00:00Z", "stop": "2026-01-01T00:01:00Z"}
        bucket["toggles"] = {"dark-mode": {"yes": 1200, "no": 34}, "gift-wrap": {"yes": 5, "no": 0}}
        report = {"appName": "shop", "instanceId": "one", "bucket": bucket}
        status, _, text = self.server.ask("POST", "/api/frontend/client/metrics", report, Content_Type="application/json")
        self.assertEqual(status, 202, text)
        self.page.wait_for_text(self.page.of("dark-mode", ":nth-child(8)"), "1,234")
        self.page.click("[data-sort=reads]")
        self.assertEqual(self.page.keys[:2], ["dark-mode", "gift-wrap"])


    def test_shows_reads_of_too_many_names(self) -> None:
        self.assertFalse(self.page.is_shown("#other-reads"))
        features = {f"name-{number}": {"counters": [{"count": 1}]} for number in range(10_003)}
        status, _, text = self.server.ask("POST", "/mobile/events/bulk", [{"kind": "summary", "features": features}])
        self.assertEqual(status, 202, text)
        self.page.wait_for_text("#other-reads", "3 reads of other flags. The server counts the first 10,000 flag keys separately.")


class ManyFlagsChecks(InspectorCase):
    """A server with 1,000 flags from two providers, all of which have different values."""

    def setUp(self) -> None:
        super().setUp()
        providers = {
            name: {"type": "memory", "flags": {f"flag-{number:04}": f"{name} {number}" for number in range(1000)}}
            for name in ("one", "two")}
        self.restart({"version": 1, "active": "one", "providers": providers})

    def test_shows_many_flags_that_change_at_once(self) -> None:
        self.assertEqual(self.page.text("#shown"), "500 of 1,000 shown")
        self.assertEqual(len(self.page.keys), 500)
        self.page.write("#search", "one 999")
        self.assertEqual(self.page.keys, ["flag-0999"])
        self.page.write("#search", "")
        self.page.click("#show-all")
        self.assertEqual(len(self.page.keys), 1000)
        self.assertEqual(self.page.text("#shown"), "")
        self.assertFalse(self.page.is_shown("#show-all"))
        start = time.monotonic()
        self.page.choose("#provider", "two")
        self.page.wait_for_text(self.page.of("flag-0999", ".value"), "“two 999”")
        self.assertLess(time.monotonic() - start, 5)
        self.assertEqual(self.page.run("return document.querySelectorAll('#rows .flash').length"), 1000)


class LiveChecks(InspectorCase):
    def test_shows_an_edit_of_the_file_at_once(self) -> None:
        self.assertFalse(self.page.is_shown(self.page.of("discount", ".mark")))
        self.server.edit("launchdarkly.json", '"value": 0.15', '"value": 0.2')
        self.page.wait_for_text(self.page.of("discount", ".value"), "0.2")
        self.page.wait_for_text("#said", "discount is now 0.2.")
        self.page.wait("document.querySelector(arguments[0]).checkVisibility()", self.page.of("discount", ".mark"))
        self.page.click("input[value=changed] + span")
        self.assertEqual(self.page.keys, ["discount"])
        self.page.click("#to-history")
        self.page.wait_for_text("#history-rows tr", "discount")
        cells = "return [...document.querySelector('#history-rows tr').children].slice(1).map(cell => cell.textContent)"
        self.assertEqual(self.page.run(cells), ["discount", "0.15", "→", "0.2", "bootstrap: launchdarkly"])

    def test_shows_a_flag_that_comes_and_one_that_goes(self) -> None:
        self.server.edit("launchdarkly.json", '"theme-name"', '"brand-new"')
        self.page.wait("document.querySelector(arguments[0])", self.page.of("brand-new"))
        self.assertNotIn("theme-name", self.page.keys)
        self.page.open("#/history")
        self.page.wait_for_text("#history-rows", "brand-new")
        rows = self.page.run("return [...document.querySelectorAll('#history-rows tr')].slice(0, 2).map(row => row.textContent.slice(8))")
        self.assertEqual(sorted(rows), [
            "brand-newabsent→“harbour”bootstrap: launchdarkly", "theme-name“harbour”→absent–"])

    def test_keeps_focus_and_what_is_typed_when_flags_change(self) -> None:
        self.page.run("document.querySelector(arguments[0]).focus()", self.page.of("saved-carts", ".switch"))
        self.server.edit("launchdarkly.json", '"banner"', '"a-flag-before-all-others"')
        self.page.wait("document.querySelector(arguments[0])", self.page.of("a-flag-before-all-others"))
        self.assertEqual(self.page.focus, "saved-carts switch")
        self.page.open("#/flags/page-size")
        self.page.write("#override-text", "4711")
        self.server.edit("launchdarkly.json", '"value": 20', '"value": 21')
        self.page.wait_for_text("#detail-value", "21")
        self.assertEqual(self.page.find("#override-text").get_attribute("value"), "4711")
        self.assertEqual(self.page.focus, "override-text")

    def test_leaves_no_connection_behind(self) -> None:
        # A browser opens up to six connections to a server.
        self.page.driver.set_page_load_timeout(PATIENCE)
        for _ in range(8):
            self.page.open()
        self.page.driver.get("about:blank")
        self.page.driver.back()
        self.page.wait_for_text("#link", "Live")
        self.server.change("PUT", "/override?key=dark-mode", False)
        self.page.wait_for_text(self.page.of("dark-mode", ".value"), "false")

    def test_a_page_that_is_not_seen_has_no_connection(self) -> None:
        first = self.page.driver.current_window_handle
        others = []
        try:
            for _ in range(7):
                self.page.driver.switch_to.new_window("tab")
                others.append(self.page.driver.current_window_handle)
                self.page.open()
            self.page.click(self.page.of("dark-mode", ".switch"))
            self.page.wait_for_text(self.page.of("dark-mode", ".value"), "false")
        finally:
            for each in others:
                self.page.driver.switch_to.window(each)
                self.page.driver.close()
            self.page.driver.switch_to.window(first)
        # The tab is visible again, and shows the changes since then.
        self.page.wait_for_text(self.page.of("dark-mode", ".value"), "false")

    def test_says_why_a_request_has_no_answer(self) -> None:
        self.page.run("AbortSignal.timeout = () => AbortSignal.abort(new DOMException('', 'TimeoutError'))")
        self.page.click(self.page.of("dark-mode", ".switch"))
        self.page.wait_for_text("#said", "No response within 20 seconds, so the result is unknown. ")

    def test_comes_back_after_the_server(self) -> None:
        self.server.stop()
        self.page.wait_for_text("#link", "Reconnecting")
        self.page.click(self.page.of("dark-mode", ".switch"))
        self.page.wait_for_text("#said", "The server doesn't respond. Check that it's running.")
        self.server.start()
        self.page.wait_for_text("#link", "Live")
        self.page.wait("document.querySelector('#restarted').checkVisibility()")
        self.page.click("#reload")
        self.page.wait("document.querySelector('#link').dataset.state === 'live' && !document.querySelector('#restarted').checkVisibility()")
        self.page.click(self.page.of("dark-mode", ".switch"))
        self.page.wait_for_text(self.page.of("dark-mode", ".value"), "false")
        # The browser's own messages for an unreachable server.
        self.expected_complaints = ("net::ERR_", "Failed to load resource")
