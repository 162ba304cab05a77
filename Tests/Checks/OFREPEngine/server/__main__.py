# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Runs the server: `python -m server --seed 1`. Prints its port, and stops when its standard input closes."""

from __future__ import annotations

import argparse
import sys
import threading

from testserver.listener import listener
from testserver.messages import Request, Response

from .configuration import Configurations
from .control import Control
from .figures import Figures
from .ofrep import OFREP
from .streams import Streams


def main() -> None:
    """Starts listening, and waits until standard input closes."""
    parser = argparse.ArgumentParser(description="Implements OFREP like flagd, with flagd's evaluator.")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--engine", choices=("flagd", "all-false"), default="flagd")
    options = parser.parse_args()

    configurations, streams, figures = Configurations(options.engine, options.seed), Streams(), Figures()
    ofrep = OFREP(configurations, streams, figures)
    control = Control(configurations, streams, figures, ofrep)

    def answer(request: Request) -> Response:
        return (control if request.path.startswith("/_") else ofrep).answer(request)

    server = listener(answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()


if __name__ == "__main__":
    main()
