"""The command line: the selection of targets, the table, and the injected mistakes."""
import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gate.checker import Checker
from gate.package import Module, Package
from gate.plants import PLANTS, find
from gate.targets import all_targets, chosen
from gate.toolchain import GateError, Toolchain

here = Path(__file__).resolve().parent.parent


def main():
    parser = argparse.ArgumentParser(
        prog="Tests/Checks/AppleGate/run", description="Type-checks the library modules for Apple platforms.")
    parser.add_argument("checkout", nargs="?", type=Path, default=here.parents[2], help="Checkout folder (default: this one).")
    parser.add_argument("--all", action="store_true", help="Checks all nine targets (default: three).")
    parser.add_argument("--plant-all", action="store_true", help="Checks every injected mistake (default: one).")
    parser.add_argument("--turn", type=int, help="Selects a target and a mistake (default: number of commits).")
    options = parser.parse_args()
    root = options.checkout.resolve()
    work = here / ".build"
    toolchain = Toolchain.find()
    package = Package(root, work / "manifest")
    turn = options.turn if options.turn is not None else commits(root)
    targets = all_targets(toolchain, package)
    if not options.all:
        targets = chosen(targets, turn)

    def checked(target):
        return check(Checker(toolchain, here / "Stubs", work, target, package.language), package)

    start = time.monotonic()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(checked, targets))
    show(rows, root)
    failed = sum(len(result.errors) + len(result.warnings) for _, results, _ in rows for result in results)
    print(f"apple gate: {len(rows)} targets, {failed} errors and warnings, {time.monotonic() - start:.0f} s")
    # The compiler must find the injected mistakes, so the modules must have no other errors.
    if failed == 0:
        plants = PLANTS if options.plant_all else [PLANTS[turn % len(PLANTS)]]
        floor = next(checker for checker, _, _ in rows if checker.target.name == "ios-floor")
        missed = [plant for plant in plants if not find(plant, floor, modules(package, floor), work)]
        print(f"apple gate: {len(plants) - len(missed)} of {len(plants)} injected mistakes found (of {len(PLANTS)} in turn)")
        failed = len(missed)
    return 1 if failed else 0


def modules(package, checker):
    """The package's modules, followed by the sample app's modules and the adapters for OpenFeature's SDK."""
    found = package.modules(checker.target.platform)
    examples = package.root / "Examples"
    folders = [examples / "SwiftUIApp" / name for name in ["Shop", "ShopWidget", "ShopTests"]] + [examples / "OpenFeature"]
    for folder in folders:
        # The adapters' module doesn't have the name of its folder, because that's the SDK's name.
        name = "OpenFeatureAdapters" if folder.name == "OpenFeature" else folder.name
        found.append(Module(name, folder, sorted(folder.glob("*.swift")), False, ["-enable-testing"]))
    return found


def check(checker, package):
    start = time.monotonic()
    checker.forget_modules()
    results = [checker.check(module) for module in modules(package, checker)]
    return checker, results, time.monotonic() - start


def show(rows, root):
    for checker, results, _ in rows:
        for result in results:
            for line in result.errors + result.warnings:
                print(f"{checker.target.name}: {line.replace(str(root) + '/', '')}")
    print("| target | version | modules | errors | warnings | seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for checker, results, seconds in rows:
        errors, warnings = (sum(len(getattr(result, kind)) for result in results) for kind in ("errors", "warnings"))
        target = checker.target
        print(f"| {target.name} | {target.version} | {len(results)} | {errors} | {warnings} | {seconds:.0f} |")


def commits(root):
    """The number of the checkout's commits, which selects the target and the mistake in turn."""
    counted = subprocess.run(["git", "-C", str(root), "rev-list", "--count", "HEAD"], capture_output=True, text=True)
    return int(counted.stdout) if counted.returncode == 0 else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except GateError as error:
        sys.exit(f"apple gate: {error}")
