# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The page in a real browser, and what a person does with it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement


# How long to wait at most for what must come, in seconds; long, for machines that have much else to do.
PATIENCE = float(os.environ.get("PATIENCE", 15))

# What a person operates or is led by, in the words of ARIA.
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
        """Loads the page anew, and waits until it is live."""
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
                raise AssertionError(f"did not become true: {condition} {arguments}; the page says: {self.text('#said')!r}")
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
        """Presses keys wherever the focus is."""
        for key in keys:
            webdriver.ActionChains(self.driver).send_keys(getattr(Keys, key, key)).perform()

    def press_for(self, key: str, dialog: str | None) -> None:
        """Presses a key that opens a dialog, or closes the one that is open."""
        self.press(key)
        self.wait("(document.querySelector('dialog[open]')?.id ?? null) === arguments[0]", dialog)

    def write(self, selector: str, text: str) -> None:
        """Replaces what a field holds."""
        field = self.find(selector)
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text or Keys.DELETE)

    def choose(self, selector: str, value: str) -> None:
        """Chooses an option as a person does, with what follows from it."""
        self.click(f'{selector} option[value="{value}"]')

    @property
    def keys(self) -> list[str]:
        """The flags that the table shows, in its order."""
        return self.run("return [...document.querySelectorAll('#rows .key')].map(key => key.textContent)")

    def row(self, key: str) -> list[str]:
        """What can be read in a flag's row, by column; the age without its number."""
        cells = self.run(
            "return [...document.querySelector(arguments[0]).children].map(cell => cell.childElementCount === 0 ? cell.textContent"
            " : [...cell.children].filter(part => part.checkVisibility()).map(part => part.textContent).filter(Boolean).join(' '))",
            self.of(key))
        cells[6] = cells[6].lstrip("0123456789 ")
        return cells

    def of(self, key: str, part: str = "") -> str:
        """A selector for a flag's row, or for a part of it."""
        return f'#rows tr[data-item="{key}"] {part}'.strip()

    @property
    def focus(self) -> str:
        """What has the focus: its id, or the row's flag and the control's class or text."""
        return self.run(
            "const focus = document.activeElement; const row = focus.closest('#rows tr');"
            "return row ? row.dataset.item + ' ' + (focus.classList[0] === 'small' ? focus.textContent : focus.classList[0])"
            " : focus.id || focus.tagName.toLowerCase()")

    @property
    def complaints(self) -> list[str]:
        """What the browser has written to its console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def axe(self, script: str) -> dict[str, Any]:
        """Runs axe's rules."""
        self.run(script)
        return self.driver.execute_async_script(
            "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(done, fault => done({fault: String(fault)}))")

    @property
    def unnamed(self) -> list[str]:
        """The roles of what a screen reader has no name for."""
        nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            node["role"]["value"] for node in nodes
            if not node["ignored"] and node["role"]["value"] in NAMED and not node.get("name", {}).get("value", "").strip()]

    def keep(self, path: Path) -> None:
        """Keeps a picture of the page."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))
