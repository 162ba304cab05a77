# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""The client API: rules for apps that evaluate flags locally, and sets of rules from a seed."""
