# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The sockets: HTTP/1.1 on 127.0.0.1, a thread for each connection."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from .messages import Request, Response

#: Bodies are small here; a larger one is a mistake.
LARGEST_BODY = 16 << 20


def listener(answer: Callable[[Request], Response]) -> ThreadingHTTPServer:
    """A server on a free port that hands each request to a function."""

    class Handler(BaseHTTPRequestHandler):
        """Reads one request after another off a connection."""

        protocol_version = "HTTP/1.1"
        # Headers and body leave in one piece.
        wbufsize = -1
        disable_nagle_algorithm = True
        timeout = 60

        def do_GET(self) -> None:
            """Answers a GET."""
            self._answer()

        def do_POST(self) -> None:
            """Answers a POST."""
            self._answer()

        def log_message(self, format: str, *arguments: object) -> None:
            """Says nothing: the figures tell what happened."""

        def _answer(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            if length > LARGEST_BODY or self.headers.get("Transfer-Encoding"):
                self.close_connection = True
                self._send(Response(413 if length > LARGEST_BODY else 411))
                return
            request = Request(
                method=self.command,
                target=self.path,
                headers=list(self.headers.items()),
                body=self.rfile.read(length),
                peer=str(self.client_address[0]),
            )
            try:
                self._send(answer(request))
            except ConnectionError:
                # The app gave up on an outdated request.
                self.close_connection = True
            except Exception:
                traceback.print_exc(file=sys.stderr)
                self.close_connection = True
                self._send(Response(500))

        def _send(self, response: Response) -> None:
            self.send_response(response.status)
            for name, value in response.headers.items():
                self.send_header(name, value)
            if response.pieces is not None:
                self.send_header("Connection", "close")
            elif response.status not in (204, 304):
                self.send_header("Content-Length", str(len(response.body)))
            self.end_headers()
            self.wfile.write(response.body)
            self.wfile.flush()
            if response.pieces is not None:
                with closing(response.pieces) as pieces:
                    for piece in pieces:
                        self.wfile.write(piece)
                        self.wfile.flush()

    return _Listener(("127.0.0.1", 0), Handler)


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """A connection that the app ends is nothing to report; anything else is."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            traceback.print_exc(file=sys.stderr)
