# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Contexts for sets of rules, with values that meet the constraints, almost meet them, or are invalid."""

from __future__ import annotations

import random
from typing import Any

TEXTS = [
    "free", "pro", "Pro", "PRO+", "gold", " gold ", "GOLD", "", "é", "e\u0301", "É", "İstanbul", "istanbul",
    "STRASSE", "straße", "STRAẞE", "ΟΔΟΣ", "οδος", "οδοσ", "Σ", "日本", "😀", "a,b", "50% off", 'q"uote', "tab\there",
    "a\\b", "ǅ", "ﬁn", "\u212a", "kelvin", "line\nend", "true", "42", "x" * 300, "\u0000",
    "\u0301x", "\r\n", "a\r\nb", "\u0085", "\u00a0", "\u200d😀", "\U0001f1e9", "\U0001f1e9\U0001f1ea", "\u1e9b\u0323",
    "ΑΣ.", "ΑΣ\u0301", "ΣΑ", "\u03ac\u0345", "i\u0307", "ſ", "ǰ", "Ⅷ", "\U00010400", "Ა", "Ꭰ", "\u2028",
]  # fmt: skip
NUMBERS = [
    0, 42, 99, 99.5, 100, 1234.25, -3, True, "99.50", "-0", "+5", ".5", "7.", "1e3", "1E-2", "inf", "-Infinity", "NaN",
    "0x10", "1_000", " 42", "42 ", "７", "", "many", "1e400", "-1e400", "1e-400", "1e", "e5", "+", "-", ".", "--1",
    "-.5e+3", "٤٢", 9007199254740993, "9007199254740993", "00042", "42.0000000000000001", "infinit", "+inf", "1,5",
]  # fmt: skip
MOMENTS = [
    "2031-06-01T11:59:59Z", "2031-06-01T12:00:00Z", "2031-06-01T12:00:00.000Z", "2031-06-01T12:00:01Z",
    "2031-06-01T14:00:00+02:00", "2031-06-01T11:59:59.999999999Z", "2031-06-01T12:00:00.000000001Z",
    "2031-06-01T07:29:59-04:30", "2040-01-01T00:00:00.250Z", "2001-09-09T01:46:40Z", "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z", "2031-06-01T12:00:00", "2031-06-01", "2031-02-29T00:00:00Z", "2031-13-01T00:00:00Z",
    "tomorrow", "", "2032-02-29T00:00:00Z", "1969-12-31T23:59:59.5Z",
]  # fmt: skip
VERSIONS = [
    "1.9.9", "2.3.0", "2.3.1", "2.10.0", "2.3.0-beta.1", "2.3.0-beta.2", "2.3.0-beta.11", "2.3.0-beta", "2.3.0-alpha",
    "2.3.0-1", "2.3.0-beta.x", "3.0.0+build.5", "2.3.0+1", "2.3.0-beta.1+exp.sha", "v2.3.0", "2.3", "02.3.0", "2.3.0-01",
    "2.3.0-", "2.3.0+", " 2.3.0", "no version", "", "0.0.0", "18446744073709551615.0.0", "18446744073709551616.0.0",
    "2.3.0--", "2.3.0-0a", "2.3.0+007", "2.3.0-99999999999999999999", "2.3.0.4",
]  # fmt: skip
ADDRESSES = [
    "10.1.2.3", "10.2.0.1", "10.1.2.255", "192.0.2.7", "2001:db8::17", "2001:DB8:0:0::17", "2001:db8:1::1", "127.0.0.1",
    "::1", "::ffff:10.1.2.3", "10.1.2.03", "10.1.2", "10.1.2.3 ", "fe80::1%eth0", "256.1.1.1", "", "nowhere", "::",
    "10.1.2.3/32", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "64:ff9b::10.1.2.3",
]  # fmt: skip
#: Fields and properties by kind of value. Constraints of the same kind read them, and sometimes others.
FIELDS = {
    "text": ["plan", "city", "ключ.🔑", "odd & key=+%", "userId", "sessionId", "appName", "environment"],
    "number": ["cartTotal", "age"],
    "moment": ["currentTime", "signedUp"],
    "version": ["clientVersion", "plugin"],
    "address": ["remoteAddress", "gateway"],
}
#: A property that every context has, because a variant with a missing stickiness property is random.
ALWAYS = "accountId"


def context(source: random.Random) -> dict[str, Any]:
    """Returns a context in the app's form. It has a user ID or a session ID, so that nothing is random."""
    made: dict[str, Any] = {}
    if source.random() < 0.8:
        made["userId"] = _identity(source)
    if not made or source.random() < 0.7:
        made["sessionId"] = _identity(source)
    if source.random() < 0.7:
        made["remoteAddress"] = source.choice(ADDRESSES)
    if source.random() < 0.7:
        made["currentTime"] = source.choice(MOMENTS)
    candidates: dict[str, Any] = {
        "plan": source.choice(TEXTS),
        "city": source.choice(TEXTS),
        "ключ.🔑": source.choice(TEXTS),
        "odd & key=+%": source.choice(TEXTS) + source.choice(TEXTS),
        "cartTotal": source.choice(NUMBERS),
        "age": source.choice(NUMBERS),
        "signedUp": source.choice(MOMENTS),
        "clientVersion": source.choice(VERSIONS),
        "plugin": source.choice(VERSIONS),
        "gateway": source.choice(ADDRESSES),
        "tenantId": _identity(source),
    }
    properties = {key: value for key, value in candidates.items() if source.random() < 0.8}
    made["properties"] = {**properties, ALWAYS: _identity(source)}
    return made


def _identity(source: random.Random) -> str:
    kind = source.randrange(8)
    if kind == 0:
        return source.choice(TEXTS)
    if kind == 1:
        return f"{source.choice(TEXTS)}{source.randrange(1000)}"
    return f"user-{source.randrange(40)}" if kind < 5 else f"{source.getrandbits(48):x}"
