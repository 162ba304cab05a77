"""The Swift toolchain, and what the gate takes from it: the compiler and the textual interfaces of its modules."""
import json
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

# The modules that the package uses and that Apple's toolchains have as well.
MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization", "Observation", "SwiftOnoneSupport", "Testing"]
PLUGINS = ["libObservationMacros.so", "libSwiftMacros.so", "libTestingMacros.so"]


class GateError(Exception):
    """What keeps the gate from checking anything; the message says what to do."""


@dataclass(frozen=True)
class Toolchain:
    """Where the compiler and its files are; every path comes from `swiftc -print-target-info`."""

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
            raise GateError(f"the gate needs a toolchain for Linux, this one is for {info['target']['platform']}.")
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
        """The processor as Apple's triples call it.

        The interfaces are those of this machine's processor, so the targets must have the same one.
        """
        return {"aarch64": "arm64"}.get(self.host.split("-")[0], self.host.split("-")[0])

    @property
    def plugins(self):
        folder = self.resources / "host/plugins"
        return [folder / name for name in PLUGINS]

    def interface(self, module):
        path = self.libraries / f"{module}.swiftmodule" / f"{self.host}.swiftinterface"
        if not path.is_file():
            raise GateError(f"the toolchain has no interface of {module} at {path}.")
        return path.read_text()

    def newest_version(self, platform):
        """The newest version of a platform that the standard library speaks of."""
        found = set()
        for module in ["Swift", "_Concurrency"]:
            found.update(re.findall(rf"@available\([^)]*\b{platform} (\d+(?:\.\d+)?)", self.interface(module)))
        versions = sorted((tuple(map(int, text.split("."))) for text in found if text != "9999"))
        if not versions:
            raise GateError(f"the standard library's interface names no version of {platform}.")
        return ".".join(map(str, versions[-1]))


def retargeted(text, host, triple):
    """An interface of the Linux toolchain as one for an Apple target."""
    # (what, replacement): the compiler reads the flags line; the rest is what exists on Linux only.
    edits = [
        (r"-target " + re.escape(host), "-target " + triple),
        # The interface's own code is taken as it is; the package's code is still checked.
        (r"-enable-library-evolution", "-enable-library-evolution -disable-availability-checking"),
    ]
    for pattern, replacement in edits:
        text, count = re.subn(pattern, replacement, text, count=1)
        if count != 1:
            raise GateError(f"an interface of the toolchain has no {pattern}; the gate does not know this toolchain.")
    text = re.sub(r"^(public |@_exported |internal )?import Glibc\n", "", text, flags=re.M)
    # The bodies of such functions are not printed, so a call could not be compiled.
    text = re.sub(r"@backDeployed\(before: [^)]*\)\s*", "", text)
    return text.replace("_swift_stdlib_gettid()", "UInt32(0)")


def write_if_new(path, text):
    """Writes a file unless it holds that text: a newer file would have the compiler build every cached module again."""
    if path.is_file() and path.read_text() == text:
        return
    os.makedirs(path.parent, exist_ok=True)
    path.write_text(text)
