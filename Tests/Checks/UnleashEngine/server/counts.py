# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Metrics that passed a server's validation, and their sums."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


@dataclass
class Count:
    """The reported counts of one flag."""

    yes: int = 0
    no: int = 0
    variants: dict[str, int] = field(default_factory=dict)


@dataclass
class Report:
    """One accepted body."""

    app: str
    instance: str
    start: str | None
    stop: str | None
    flags: dict[str, Count]


class Invalid(Exception):
    """An invalid body, with the violated rule."""


def report(body: Any, *, lenient: bool) -> Report:
    """Validates a decoded body.

    `lenient` stands for the Unleash server, which accepts a missing bucket, missing counts, and null variants. Edge
    rejects them. Both reject strings and fractions as counts.
    """
    members = _map(body, "the body")
    app = members.get("appName")
    if not isinstance(app, str) or (lenient and not app):
        raise Invalid("appName")
    instance = members.get("instanceId")
    if instance is not None and not isinstance(instance, str):
        raise Invalid("instanceId")
    bucket = members.get("bucket")
    if bucket is None and lenient:
        return Report(app, instance or "default", None, None, {})
    bucket = _map(bucket, "bucket")
    start, stop = _time(bucket, "start"), _time(bucket, "stop")
    if start > stop:
        raise Invalid("bucket.start is after bucket.stop")
    flags = _map(bucket.get("toggles"), "bucket.toggles")
    counts = {name: _count(value, name, lenient) for name, value in flags.items()}
    return Report(app, instance or "default", bucket["start"], bucket["stop"], counts)


def add(sums: dict[str, Count], reported: Report) -> int:
    """Adds a report to the sums, and returns the variant counts that a server would lose.

    A server passes on only flags that have counts themselves.
    """
    lost = 0
    for name, count in reported.flags.items():
        if count.yes == 0 and count.no == 0:
            lost += sum(count.variants.values())
            continue
        sum_ = sums.setdefault(name, Count())
        sum_.yes += count.yes
        sum_.no += count.no
        for variant, number in count.variants.items():
            sum_.variants[variant] = sum_.variants.get(variant, 0) + number
    return lost


def _count(value: Any, name: str, lenient: bool) -> Count:
    members = _map(value, f"toggles.{name}")
    if lenient:
        members = {"yes": 0, "no": 0} | members
    variants = members.get("variants", {})
    if variants is None and lenient:
        variants = {}
    return Count(
        yes=_number(members.get("yes"), f"toggles.{name}.yes"),
        no=_number(members.get("no"), f"toggles.{name}.no"),
        variants={
            variant: _number(number, f"toggles.{name}.variants.{variant}")
            for variant, number in _map(variants, f"toggles.{name}.variants").items()
        },
    )


def _map(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Invalid(f"{what} isn't a map")
    return value


def _number(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 32:
        raise Invalid(f"{what} isn't a count")
    return value


def _time(bucket: dict[str, Any], name: str) -> datetime:
    value = bucket.get(name)
    try:
        if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
            return datetime.fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        pass
    raise Invalid(f"bucket.{name} isn't an RFC 3339 time")
