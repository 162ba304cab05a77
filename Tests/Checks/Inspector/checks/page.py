# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The page in a real browser, and a person's actions in it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement


# The longest wait in seconds. It's long because the machine can be busy.
PATIENCE = float(os.environ.get("PATIENCE", 15))

# The ARIA roles that need a name: controls and landmarks.
NAMED = {
    "button", "checkbox", "combobox", "complementary", "dialog", "link", "navigation", "radio", "searchbox", "switch", "table", "textbox",
}


class Page:
    """One browser, with the page in it."""

    WIDE, NARROW = (1440, 900), (390, 844)

    url: str

    def __init__(self) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--lang=en-GB"):
            options.add_argument(option)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService("/usr/bin/chromedriver"))

    def end(self) -> None:
        self.driver.quit()

    def open(self, place: str = "", size: tuple[int, int] = WIDE, scheme: str = "light") -> None:
        """Reloads the page, and waits until it is live."""
        self.resize(size)
        self.look(scheme)
        self.driver.get("about:blank")
        self.driver.get(f"{self.url}/{place}")
        self.wait('document.getElementById("link").dataset.state === "live" && document.querySelector("#context").textContent !== ""')

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def look(self, scheme: str) -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, condition: str, *arguments: Any, seconds: float = PATIENCE) -> None:
        """Waits until an expression of the page is true."""
        deadline = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})", *arguments):
            if time.monotonic() > deadline:
                raise AssertionError(f"Still false: {condition} {arguments}. Page message: {self.text('#said')!r}")
            time.sleep(0.02)

    def wait_for_text(self, selector: str, text: str) -> None:
        self.wait("document.querySelector(arguments[0])?.textContent.includes(arguments[1])", selector, text)

    def find(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str | None:
        return self.run("return document.querySelector(arguments[0])?.textContent.trim().replace(/\\s+/g, ' ')", selector)

    def click(self, selector: str) -> None:
        self.find(selector).click()

    def is_shown(self, selector: str) -> bool:
        return self.run("return document.querySelector(arguments[0])?.checkVisibility() ?? false", selector)

    def press(self, *keys: str) -> None:
        """Presses keys in the focused element."""
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(getattr(Keys, key, key)).perform()

    def press_for(self, key: str, dialog: str | None) -> None:
        """Presses a key that opens a dialog or closes the open dialog."""
        self.press(key)
        self.wait("(document.querySelector('dialog[open]')?.id ?? null) === arguments[0]", dialog)

    def write(self, selector: str, text: str) -> None:
        """Replaces the contents of a field."""
        field = self.find(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text or Keys.DELETE)

    def choose(self, selector: str, value: str) -> None:
        """Chooses an option as a person does, with the resulting events."""
        self.click(f'{selector} option[value="{value}"]')

    @property
    def keys(self) -> list[str]:
        """The flags in the table, in its order."""
        return self.run("return [...document.querySelectorAll('#rows .key')].map(key => key.textContent)")

    def row(self, key: str) -> list[str]:
        """The visible texts in a flag's row, by column. The age has no number."""
        cells = self.run(
            "return [...document.querySelector(arguments[0]).children].map(cell => cell.childElementCount === 0 ? cell.textContent"
            " : [...cell.children].filter(part => part.checkVisibility()).map(part => part.textContent).filter(Boolean).join(' '))",
            self.of(key))
        cells[6] = cells[6].lstrip("0123456789 ")
        return cells

    def of(self, key: str, part: str = "") -> str:
        """Returns a selector for a flag's row, or for a part of it."""
        return f'#rows tr[data-item="{key}"] {part}'.strip()

    @property
    def focus(self) -> str:
        """The focused element: its ID, or its row's flag with the control's class or text."""
        return self.run(
            "const focus = document.activeElement; const row = focus.closest('#rows tr');"
            "return row ? row.dataset.item + ' ' + (focus.classList[0] === 'small' ? focus.textContent : focus.classList[0])"
            " : focus.id || focus.tagName.toLowerCase()")

    @property
    def complaints(self) -> list[str]:
        """The browser's console messages since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def axe(self, script: str) -> dict[str, Any]:
        """Runs axe's rules."""
        self.run(script)
        return self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(done, fault => done({fault: String(fault)}))")

    @property
    def unnamed(self) -> list[str]:
        """The roles of the elements without a name for screen readers."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            node["role"]["value"] for node in nodes
            if not node["ignored"] and node["role"]["value"] in NAMED and not node.get("name", {}).get("value", "").strip()]

    def keep(self, path: Path) -> None:
        """Saves a screenshot of the page."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))
