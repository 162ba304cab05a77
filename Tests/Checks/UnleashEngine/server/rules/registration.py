# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Registrations that passed the server's validation."""

from __future__ import annotations

import re
from typing import Any

from ..counts import Invalid

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def registration(body: Any) -> dict[str, Any]:
    """Validates a decoded body, and returns it. It needs a name, strategies, a start time, and an interval."""
    if not isinstance(body, dict):
        raise Invalid("the body isn't a map")
    app, strategies = body.get("appName"), body.get("strategies")
    if not isinstance(app, str) or not app:
        raise Invalid("appName")
    if not isinstance(strategies, list) or not all(isinstance(name, str) for name in strategies):
        raise Invalid("strategies")
    started, interval = body.get("started"), body.get("interval")
    if not isinstance(started, str) or not _MOMENT.fullmatch(started):
        raise Invalid("started")
    if isinstance(interval, bool) or not isinstance(interval, int) or interval < 0:
        raise Invalid("interval")
    for name in ("instanceId", "connectionId", "sdkVersion", "environment", "platformName", "platformVersion"):
        if not isinstance(body.get(name), (str, type(None))):
            raise Invalid(name)
    return body
