# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Rule sets with contexts, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .contexts import context
from .documents import FLAGS, document
from .evaluation import JSON, Judge
from .gaps import damage, loosened

#: The number of contexts of a set, each of which reads one flag.
CONTEXTS = 40
_DAMAGED = 0.15


@dataclass(frozen=True)
class RuleSet:
    """The rules in both forms, and the flags to read for each context."""

    strict: JSON
    loose: JSON
    #: The key of a flag that can't be read, except for null, which is the same as no flag.
    damaged: str | None
    reads: list[tuple[str, JSON]]

    def with_results(self, judge: Judge) -> JSON:
        """Returns the JSON that the driver reads. The rules are a string, because the driver reads them as a file."""
        results = [(key, context, judge.evaluate(key, context)) for key, context in self.reads]
        return {
            "document": json.dumps(self.loose, ensure_ascii=False),
            "damaged": self.damaged,
            "reads": [
                {"flag": key, "context": context, "value": result.value, "variation": result.variation, "reason": result.reason}
                for key, context, result in results
            ],
        }


def rule_set(seed: int, number: int) -> RuleSet:
    """Returns a set of a seed."""
    source = random.Random(f"{seed} {number}")
    strict = document(source)
    loose = loosened(source, strict)
    damaged = None
    if source.random() < _DAMAGED:
        damaged = damage(source, loose)
        strict = {**strict, "flags": {key: flag for key, flag in strict["flags"].items() if key != damaged}}
    if damaged and loose["flags"][damaged] is None:
        damaged = None
    return RuleSet(strict, loose, damaged, list(_reads(source)))


def _reads(source: random.Random) -> Iterator[tuple[str, dict[str, Any]]]:
    keys: list[str] = []
    for _ in range(CONTEXTS):
        # Each flag is read about equally often.
        if not keys:
            keys = source.sample(FLAGS, len(FLAGS))
        yield keys.pop() if source.random() < 0.99 else "missing", context(source)
