# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Event streams with their clients and events."""

from __future__ import annotations

import threading
from collections.abc import Generator
from queue import Empty, SimpleQueue

#: The seconds between comments on a quiet stream.
_KEEP_ALIVE = 30


class Streams:
    """The open streams, which can be used from any thread."""

    def __init__(self) -> None:
        """Starts without an open stream."""
        self._changed = threading.Condition()
        self._open: set[SimpleQueue[bytes]] = set()

    def subscribe(self) -> Generator[bytes, None, None]:
        """Returns a new stream, which contains later events and comments."""
        queue: SimpleQueue[bytes] = SimpleQueue()
        with self._changed:
            self._open.add(queue)
            self._changed.notify_all()
        return self._pieces(queue)

    def publish(self, event: bytes) -> None:
        """Sends an event to every open stream."""
        with self._changed:
            for queue in self._open:
                queue.put(event)

    def wait(self, count: int, seconds: float) -> bool:
        """Waits until a number of streams are open. Returns false if that takes too long."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._open) >= count, seconds)

    def _pieces(self, queue: SimpleQueue[bytes]) -> Generator[bytes, None, None]:
        try:
            # Shows the client that the stream is open.
            yield b":\n\n"
            while True:
                try:
                    yield queue.get(timeout=_KEEP_ALIVE)
                except Empty:
                    yield b":\n\n"
        finally:
            with self._changed:
                self._open.discard(queue)
