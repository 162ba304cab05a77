# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""What the servers around evaluation engines share: sockets, messages, and a process for checks."""
