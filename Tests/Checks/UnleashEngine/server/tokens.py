# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The tokens of this server. They aren't valid anywhere else."""

from __future__ import annotations

from enum import Enum

#: A token of the right kind.
FRONTEND = "*:development.engine-check-frontend"
#: A valid token of the wrong kind.
BACKEND = "*:development.engine-check-backend"
#: A token that was valid once.
REVOKED = "*:development.engine-check-revoked"


class TokenKind(Enum):
    """The result of a token lookup."""

    FRONTEND = "frontend"
    BACKEND = "backend"
    REVOKED = "revoked"
    UNKNOWN = "unknown"
    MALFORMED = "malformed"
    MISSING = "missing"


def kind_of(token: str | None) -> TokenKind:
    """Classifies the value of an `Authorization` header, which is the token without a scheme."""
    known = {FRONTEND: TokenKind.FRONTEND, BACKEND: TokenKind.BACKEND, REVOKED: TokenKind.REVOKED}
    if not token:
        return TokenKind.MISSING
    if token in known:
        return known[token]
    project, colon, rest = token.partition(":")
    environment, dot, secret = rest.partition(".")
    if " " not in token and all((project, colon, environment, dot, secret)):
        return TokenKind.UNKNOWN
    return TokenKind.MALFORMED
