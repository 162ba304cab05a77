# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Requests from other pages and programs, and the page's own restrictions."""

from __future__ import annotations

import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .case import InspectorCase

CHANGES = [
    ("PUT", "/override?key=dark-mode", "false"), ("DELETE", "/override", None), ("DELETE", "/override?key=dark-mode", None),
    ("PUT", "/context", '{"key": "mallory"}'), ("POST", "/use?provider=unleash", None),
]


class OtherPage(BaseHTTPRequestHandler):
    """A page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!DOCTYPE html><title>Other</title>")

    def log_message(self, format: str, *arguments: object) -> None:
        pass


class SecurityChecks(InspectorCase):
    def unchanged(self) -> None:
        state = self.server.state
        self.assertEqual([state["provider"], state["context"]["key"]], ["both", "ada"])
        self.assertEqual([flag["key"] for flag in state["flags"] if "override" in flag], [])

    def test_refuses_a_change_without_the_token(self) -> None:
        for method, path, body in CHANGES:
            for token in [{}, {"X_Change_Token": ""}, {"X_Change_Token": self.server.token[:-1]}]:
                status, _, text = self.server.ask(method, path, body, **token)
                self.assertEqual((status, "token" in text), (403, True), (method, path, text))
        self.unchanged()

    def test_refuses_a_change_from_another_origin_even_with_the_token(self) -> None:
        for origin in ["http://evil.example", "null", "http://127.0.0.1:1", f"https://127.0.0.1:{self.server.port}"]:
            for method, path, body in CHANGES:
                status = self.server.ask(method, path, body, X_Change_Token=self.server.token, Origin=origin)[0]
                self.assertEqual(status, 403, (method, path, origin))
        self.unchanged()
        own = self.server.ask("PUT", "/override?key=dark-mode", "false", X_Change_Token=self.server.token, Origin=self.server.url)
        self.assertEqual(own[0], 200)

    def test_answers_to_no_other_name(self) -> None:
        for host in ["evil.example", f"evil.example:{self.server.port}", "127.0.0.1:1"]:
            for path in ["/", "/state", "/events", "/explain?key=menu"]:
                self.assertEqual(self.server.ask("GET", path, Host=host)[0], 421, (path, host))

    def test_another_page_in_the_browser_gets_nothing(self) -> None:
        self.expected_complaints = ("CORS policy", "Failed to load resource", "frame-ancestors", "Framing", "ERR_BLOCKED")
        other = ThreadingHTTPServer(("127.0.0.1", 0), OtherPage)
        threading.Thread(target=other.serve_forever, daemon=True).start()
        self.addCleanup(other.server_close)
        self.addCleanup(other.shutdown)
        self.page.driver.get(f"http://127.0.0.1:{other.server_address[1]}/")
        script = """
            const [url, token, done] = arguments;
            const attempt = (path, options) => fetch(url + path, options).then(answer => `${answer.type} ${answer.status}`, () => "refused");
            const frame = Object.assign(document.createElement("iframe"), {src: url});
            document.body.append(frame);
            new Promise(loaded => { frame.onload = loaded; }).then(() => Promise.all([
                attempt("/"), attempt("/state"),
                attempt("/override?key=dark-mode", {method: "PUT", body: "false", headers: {"X-Change-Token": token}}),
                attempt("/use?provider=unleash", {method: "POST", mode: "no-cors"}),
            ])).then(done);"""
        got = self.page.driver.execute_async_script(script, self.server.url, self.server.token)
        # The browser sends the last request, as any page can send a form, but the server rejects it. The page can't see the
        # response.
        self.assertEqual(got, ["refused", "refused", "refused", "opaque 0"])
        self.page.driver.switch_to.frame(self.page.find("iframe"))
        self.assertEqual(self.page.run("return document.querySelectorAll('#rows').length"), 0)
        self.page.driver.switch_to.default_content()
        self.unchanged()

    def test_forbids_itself_what_it_does_not_need(self) -> None:
        status, fields, text = self.server.ask("GET", "/")
        nonce = re.search(r'<script nonce="(\w+)">', text)[1]
        self.assertEqual((status, fields["content-type"]), (200, "text/html; charset=utf-8"))
        self.assertEqual(fields["content-security-policy"], (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"))
        self.assertEqual((fields["x-content-type-options"], fields["cache-control"]), ("nosniff", "no-store"))
        self.assertNotIn(nonce, self.server.ask("GET", "/")[2])
        for path in ["/", "/state", "/events", "/explain?key=menu", "/parity"]:
            connection_fields = self.server.ask("GET", path)[1] if path != "/events" else {}
            self.assertEqual([name for name in connection_fields if name.startswith("access-control")], [])

    def test_runs_no_script_and_no_markup_of_others(self) -> None:
        self.expected_complaints = ("Content Security Policy", "TrustedHTML", "TrustedScript")
        for attempt in [
            "document.body.setAttribute('onclick', 'window.ran = true'); document.body.click()",
            "document.body.insertAdjacentHTML('beforeend', '<p>')",
            "document.body.append(Object.assign(document.createElement('script'), {text: 'window.ran = true'}))",
            "setTimeout('window.ran = true')",
        ]:
            script = f"try {{ {attempt}; return 'taken' }} catch (fault) {{ return fault.name }}"
            self.assertEqual(self.page.run(script), "TypeError", attempt)
        self.assertFalse(self.page.run("return window.ran === true"))
