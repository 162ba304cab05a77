# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Random rules and contexts, and what LaunchDarkly's evaluator returns for them."""
