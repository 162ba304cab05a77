# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""OpenFeature's Python client must understand the server.

That client has no bulk request, doesn't encode keys, and requires a variant, which code defaults don't have.
So it reads flags with plain keys and a value, and flags that fail.
"""

from __future__ import annotations

from typing import Any

from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext
from openfeature.exception import ErrorCode, OpenFeatureError

from .client import SEED, ServerCase

_PLAIN = set("abcdefghijklmnopqrstuvwxyz-.@0123456789")


class ForeignClient(ServerCase):
    """The Python client's results, compared with the engine's own decisions."""

    def test_every_flag_that_it_can_read(self) -> None:
        provider = OFREPProvider(f"http://127.0.0.1:{self.server.port}")
        values = failures = 0
        generated = self.server.get(f"/_contexts?seed={SEED}&count=20")
        for context, answers in zip(generated, self.server.get(f"/_answers?seed={SEED}&count=20"), strict=True):
            asked = EvaluationContext(context.get("key"), context["attributes"])
            for answer in answers:
                if not set(answer["key"]) <= _PLAIN:
                    continue
                if "error" in answer:
                    with self.assertRaises(OpenFeatureError) as raised:
                        _read(provider, answer, asked)
                    self.assertEqual(raised.exception.error_code, ErrorCode(answer["error"]["code"]))
                    self.assertEqual(raised.exception.error_message, answer["error"]["details"])
                    failures += 1
                elif "value" in answer and not (answer["type"] == "float" and answer["value"].is_integer()):
                    details = _read(provider, answer, asked)
                    self.assertEqual(
                        (details.value, details.variant, details.reason, details.flag_metadata),
                        (answer["value"], answer["variant"], answer["reason"], answer["metadata"]),
                    )
                    values += 1
        self.assertGreater(values, 300)
        self.assertGreater(failures, 50)

    def test_an_unknown_flag(self) -> None:
        provider = OFREPProvider(f"http://127.0.0.1:{self.server.port}")
        with self.assertRaises(OpenFeatureError) as raised:
            provider.resolve_boolean_details("nowhere", True)
        self.assertEqual(raised.exception.error_code, ErrorCode.FLAG_NOT_FOUND)


def _read(provider: OFREPProvider, answer: dict[str, Any], context: EvaluationContext) -> Any:
    type = "object" if answer["type"] == "list" else answer["type"]
    return getattr(provider, f"resolve_{type}_details")(answer["key"], None, context)
