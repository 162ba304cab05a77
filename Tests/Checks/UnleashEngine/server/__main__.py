# Halyard: vendor-neutral feature flags for Swift.
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Halyard authors
"""Runs the server: `python -m server --flavour edge`. Prints its port, and stops when its standard input closes."""

from __future__ import annotations

import argparse
import json
import sys
import threading
from pathlib import Path

from testserver.listener import listener
from testserver.messages import Request, Response

from .api import FrontendAPI
from .control import Control
from .edge import Edge
from .edges import Edges
from .evaluation import make_engine
from .figures import Figures
from .flavour import Flavour
from .oss import OpenSource
from .rules.api import BASE as CLIENT
from .rules.api import ClientAPI
from .rules.control import BASE as RULES
from .rules.control import RulesControl
from .rules.revisions import Rules


def main() -> None:
    """Starts listening, and waits until standard input closes."""
    parser = argparse.ArgumentParser(description="Responds like Unleash, with a real evaluation engine.")
    parser.add_argument("--flavour", choices=("edge", "server"), required=True)
    parser.add_argument("--engine", choices=("yggdrasil", "all-false"), default="yggdrasil")
    parser.add_argument("--features", type=Path, default=Path(__file__).parent.parent / "features.json")
    options = parser.parse_args()

    document = json.loads(options.features.read_text(encoding="utf-8"))
    flavour: Flavour = Edge() if options.flavour == "edge" else OpenSource()
    engine = make_engine(options.engine, document)
    figures = Figures()
    api = FrontendAPI(flavour, engine, figures)
    control = Control(flavour, engine, Edges(options.engine, document), figures, api, document)

    rules, counts = Rules(), Figures()
    client = ClientAPI(flavour, rules, counts)
    rules_control = RulesControl(options.engine, rules, counts, client)

    def answer(request: Request) -> Response:
        if request.path.startswith(f"{RULES}/"):
            return rules_control.answer(request)
        if request.path.startswith("/_"):
            return control.answer(request)
        return (client if request.path.startswith(f"{CLIENT}/") else api).answer(request)

    server = listener(answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
    server.shutdown()


if __name__ == "__main__":
    main()
