"""The package's library modules, according to its manifest. New modules are included automatically."""
import json
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from gate.toolchain import GateError


@dataclass
class Module:
    """A target of the package."""

    name: str
    folder: Path
    sources: list
    is_c: bool
    flags: list = field(default_factory=list)


class Package:
    """The manifest of a checkout."""

    def __init__(self, root, scratch):
        self.root = root
        command = ["swift", "package", "--package-path", str(root), "--scratch-path", str(scratch), "dump-package"]
        # The gate counts warnings itself.
        environment = {name: value for name, value in os.environ.items() if name != "HALYARD_STRICT"}
        dumped = subprocess.run(command, capture_output=True, text=True, env=environment)
        if dumped.returncode != 0:
            raise GateError(f"{root}: The manifest can't be read.\n{dumped.stderr.strip()}")
        self.manifest = json.loads(dumped.stdout)
        self.language = self.manifest["toolsVersion"]["_version"].split(".")[0]

    def floor(self, platform):
        """The oldest version of a platform that the package supports."""
        for entry in self.manifest["platforms"]:
            if entry["platformName"] == platform:
                return entry["version"]
        raise GateError(f"Package.swift names no version of {platform} under platforms.")

    def modules(self, platform):
        """The targets of the library products on a platform, each after its dependencies."""
        targets = {target["name"]: target for target in self.manifest["targets"]}
        ordered = {}

        def add(name):
            if name in ordered or name not in targets:
                return
            for dependency in targets[name]["dependencies"]:
                (kind, value), = dependency.items()
                if kind in ("byName", "target") and holds(value[-1], platform):
                    add(value[0])
            ordered[name] = self.module(targets[name], platform)

        for product in self.manifest["products"]:
            if "library" in product["type"]:
                for name in product["targets"]:
                    add(name)
        return list(ordered.values())

    def module(self, target, platform):
        folder = self.root / (target.get("path") or f"Sources/{target['name']}")
        excluded = [folder / path for path in target["exclude"]]
        # A documentation catalog can contain code that the package's targets don't compile.
        excluded += list(folder.rglob("*.docc"))
        files = [path for path in sorted(folder.rglob("*")) if not any(path.is_relative_to(out) for out in excluded)]
        sources = [path for path in files if path.suffix == ".swift"]
        flags = [flag for setting in target["settings"] for flag in flags_of(setting, platform)]
        if sources:
            return Module(target["name"], folder, sources, False, flags)
        sources = [path for path in files if path.suffix in (".c", ".h")]
        if not sources:
            raise GateError(f"{folder} contains no sources.")
        return Module(target["name"], folder, sources, True)


def holds(condition, platform):
    """Returns whether a condition in the manifest includes a platform."""
    names = (condition or {}).get("platformNames") or []
    return not names or platform in names


def flags_of(setting, platform):
    """Returns a setting of the manifest as a compiler option."""
    if setting["tool"] != "swift" or not holds(setting.get("condition"), platform):
        return []
    (kind, value), = setting["kind"].items()
    if kind == "enableUpcomingFeature":
        return ["-enable-upcoming-feature", value["_0"]]
    if kind == "enableExperimentalFeature":
        return ["-enable-experimental-feature", value["_0"]]
    if kind == "define":
        return ["-D", value["_0"]]
    raise GateError(f"Unknown setting {kind} in Package.swift. Add it to gate/package.py.")
