# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""A server that speaks OFREP as flagd does, around flagd's evaluator."""
