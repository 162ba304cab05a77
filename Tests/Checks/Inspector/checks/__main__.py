# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Runs all checks: `FLAG_SERVER=… python -m checks [name…]`. Prints the totals last. Exits with 1 if a check failed."""

from __future__ import annotations

import sys
import time
import unittest

from . import test_accessibility
from .case import FOLDER, InspectorCase


def main() -> int:
    start = time.monotonic()
    loader = unittest.TestLoader()
    if sys.argv[1:]:
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]]
    suite = loader.discover(str(FOLDER / "checks"), top_level_dir=str(FOLDER))
    InspectorCase.begin()
    try:
        result = unittest.TextTestRunner(verbosity=2).run(suite)
    finally:
        InspectorCase.end()
    rules, violations = len(test_accessibility.passed), test_accessibility.violations
    seconds = time.monotonic() - start
    print(f"inspector: {result.testsRun} checks, axe {rules} rules, {violations} violations, {seconds:.1f} s", flush=True)
    return 0 if result.wasSuccessful() and result.testsRun else 1


sys.exit(main())
