# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The server's flags, one generation after the other."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass

from testserver.messages import encoded

from .evaluation import Engine, make_engine
from .flags import flag_set

#: The date of the first generation, in Unix seconds. Each further generation is a minute later.
_FIRST = 1_900_000_000


@dataclass(frozen=True)
class Configuration:
    """One generation of flags."""

    generation: int
    engine: Engine
    #: The document's tag in events. It isn't the ETag of a response.
    tag: str
    last_modified: int


class Configurations:
    """The current generation, which can be used from any thread."""

    def __init__(self, engine: str, seed: int) -> None:
        """Creates the first generation."""
        self._kind = engine
        self._seed = seed
        self._lock = threading.Lock()
        self.current = self._make(1)

    def advance(self) -> Configuration:
        """Changes to the next generation."""
        with self._lock:
            self.current = self._make(self.current.generation + 1)
            return self.current

    def _make(self, generation: int) -> Configuration:
        document = flag_set(self._seed, generation)
        tag = hashlib.sha256(encoded(document)).hexdigest()[:24]
        return Configuration(generation, make_engine(self._kind, document), tag, _FIRST + 60 * generation)
