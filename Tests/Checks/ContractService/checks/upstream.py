# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors

"""The service's upstream: LaunchDarkly's three services, a plain event stream, and a test's callbacks."""

import http.server
import json
import queue
import threading

PATIENCE = 60


class Upstream:
    """A server on a free port of 127.0.0.1 that records its requests."""

    def __init__(self, flags=None):
        self.flags = flags or {}
        self.opened = queue.Queue()
        self.posts = queue.Queue()
        self.closed = threading.Semaphore(0)
        self.chunks = queue.Queue()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), make_handler(self))
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def send(self, text):
        """Sends a part of the open stream."""
        self.chunks.put(text)

    def next_stream(self):
        """Returns the method, path, and header fields of the next stream's request."""
        return self.opened.get(timeout=PATIENCE)

    def next_post(self):
        """Returns the path and the decoded body of the next message."""
        return self.posts.get(timeout=PATIENCE)

    def saw_stream_end(self):
        """Returns whether the client closed a stream."""
        return self.closed.acquire(timeout=PATIENCE)

    def stop(self):
        self.chunks.put(None)
        self.server.shutdown()
        self.server.server_close()


def make_handler(upstream):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            upstream.opened.put((self.command, self.path, self.headers))
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            if self.path.startswith(("/meval", "/all")):
                self.chunk("event: put\ndata: " + json.dumps(upstream.flags) + "\n\n")
            self.connection.settimeout(0.02)
            while True:
                try:
                    while (text := upstream.chunks.get_nowait()) is not None:
                        self.chunk(text)
                    return
                except queue.Empty:
                    pass
                try:
                    if self.connection.recv(1) == b"":
                        break
                except TimeoutError:
                    continue
                except OSError:
                    break
            self.close_connection = True
            upstream.closed.release()

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            upstream.posts.put((self.path, json.loads(body)))
            self.send_response(202)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def chunk(self, text):
            data = text.encode()
            self.wfile.write(f"{len(data):x}\r\n".encode() + data + b"\r\n")
            self.wfile.flush()

    return Handler
