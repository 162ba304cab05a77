"""The Swift toolchain, with the parts that the gate uses: the compiler and the textual interfaces of its modules."""
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The modules that the package uses and that Apple's toolchains also contain.
MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "SwiftOnoneSupport", "Testing"]
PLUGINS = ["libObservationMacros.so", "libSwiftMacros.so", "libTestingMacros.so"]


class GateError(Exception):
    """An error that stops the gate. The message describes the fix."""


@dataclass(frozen=True)
class Toolchain:
    """The locations of the compiler and its files. Every path comes from `swiftc -print-target-info`."""

    swiftc: Path
    resources: Path
    libraries: Path
    host: str

    @staticmethod
    def find():
        swiftc = shutil.which("swiftc")
        if swiftc is None:
            raise GateError("swiftc is not on the PATH. Install Swift 6.3 for Linux.")
        info = json.loads(subprocess.run([swiftc, "-print-target-info"], capture_output=True, check=True).stdout)
        if info["target"]["platform"] != "linux":
            raise GateError(f"The toolchain is for {info['target']['platform']}. Use a toolchain for Linux.")
        return Toolchain(
            Path(swiftc).resolve(), Path(info["paths"]["runtimeResourcePath"]),
            Path(info["paths"]["runtimeLibraryPaths"][0]), info["target"]["moduleTriple"])

    @property
    def frontend(self):
        return self.swiftc.parent / "swift-frontend"

    @property
    def clang(self):
        return self.swiftc.parent / "clang"

    @property
    def architecture(self):
        """The processor's name in Apple's triples.

        The interfaces are for this machine's processor, so the targets must have the same processor.
        """
        return {"aarch64": "arm64"}.get(self.host.split("-")[0], self.host.split("-")[0])

    @property
    def plugins(self):
        folder = self.resources / "host/plugins"
        return [folder / name for name in PLUGINS]

    def interface(self, module):
        path = self.libraries / f"{module}.swiftmodule" / f"{self.host}.swiftinterface"
        if not path.is_file():
            raise GateError(f"The toolchain has no interface of {module} at {path}.")
        return path.read_text()

    def newest_version(self, platform):
        """The newest version of a platform in the standard library's interface."""
        found = set()
        for module in ["Swift", "_Concurrency"]:
            found.update(re.findall(rf"@available\([^)]*\b{platform} (\d+(?:\.\d+)?)", self.interface(module)))
        versions = sorted((tuple(map(int, text.split("."))) for text in found if text != "9999"))
        if not versions:
            raise GateError(f"The standard library's interface contains no version of {platform}.")
        return ".".join(map(str, versions[-1]))


def retargeted(text, host, triple):
    """Converts an interface of the Linux toolchain to one for an Apple target."""
    # (pattern, replacement) for the line with the compiler's flags. The edits below remove parts that exist only on Linux.
    edits = [
        (r"-target " + re.escape(host), "-target " + triple),
        # The interface's own code isn't checked, but the package's code is.
        (r"-enable-library-evolution", "-enable-library-evolution -disable-availability-checking"),
    ]
    for pattern, replacement in edits:
        text, count = re.subn(pattern, replacement, text, count=1)
        if count != 1:
            raise GateError(f"A toolchain interface has no {pattern}. Update the gate for this toolchain.")
    text = re.sub(r"^(public |@_exported |internal )?import Glibc\n", "", text, flags=re.M)
    # Interfaces don't contain the bodies of such functions, so calls couldn't be compiled.
    text = re.sub(r"@backDeployed\(before: [^)]*\)\s*", "", text)
    return text.replace("_swift_stdlib_gettid()", "UInt32(0)")


def write_if_new(path, text):
    """Writes a file if its contents differ, because a newer file makes the compiler rebuild every cached module."""
    if path.is_file() and path.read_text() == text:
        return
    os.makedirs(path.parent, exist_ok=True)
    path.write_text(text)
