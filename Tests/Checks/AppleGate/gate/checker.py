"""Runs the compiler on one target's modules, and counts its errors and warnings."""
import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from gate.toolchain import MODULES, retargeted, write_if_new

REPORT = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):\d+: (?P<kind>error|warning): (?P<text>.*)$", re.M)


@dataclass
class Result:
    """The compiler's errors and warnings for one module."""

    module: str
    errors: list = field(default_factory=list)
    warnings: list = field(default_factory=list)
    seconds: float = 0


class Checker:
    """Checks modules for one target. The output is in a separate folder for the target."""

    def __init__(self, toolchain, stubs, work, target, language):
        self.toolchain, self.target, self.language = toolchain, target, language
        self.headers = stubs
        self.folder = work / target.name
        self.interfaces, self.made, self.modulemaps = (self.folder / name for name in ("interfaces", "made", "headers"))
        self.cache = self.folder / "cache"
        for folder in (self.interfaces, self.made, self.modulemaps, self.cache, self.folder / "empty"):
            folder.mkdir(parents=True, exist_ok=True)
        self.lay_out(stubs)

    def lay_out(self, stubs):
        """Writes the toolchain's and the stubs' interfaces to the folder where the compiler expects them."""
        host, triple = self.toolchain.host, self.target.triple
        texts = {name: self.toolchain.interface(name) for name in MODULES}
        for path in sorted(stubs.glob("*.swiftinterface")):
            if is_for(path.read_text(), self.target.platform):
                texts[path.stem] = path.read_text().replace("-target TARGET", f"-target {host}")
        for name, text in texts.items():
            path = self.interfaces / f"{name}.swiftmodule" / f"{self.target.interface_name}.swiftinterface"
            write_if_new(path, retargeted(text, host, triple))

    def base(self):
        toolchain = self.toolchain
        command = [toolchain.frontend, "-target", self.target.triple, "-I", self.interfaces, "-I", self.made]
        for folder in [self.headers / "CDarwin", *sorted(path for path in self.modulemaps.iterdir())]:
            command += ["-I", folder]
        command += ["-sdk", self.folder / "empty", "-resource-dir", toolchain.resources]
        command += ["-module-cache-path", self.cache, "-disable-objc-interop", "-parse-as-library"]
        for plugin in toolchain.plugins:
            command += ["-load-plugin-library", plugin]
        if not self.target.checks_availability:
            # Without availability checks, the compiler reports imports as unused if only availability needs them.
            command += ["-disable-availability-checking", "-suppress-warnings"]
        return command

    def check(self, module, sources=None, made=None):
        """Checks a module, and writes the files that dependent modules need."""
        start = time.monotonic()
        result = self.check_c(module) if module.is_c else self.check_swift(module, sources, made)
        result.seconds = time.monotonic() - start
        return result

    def check_swift(self, module, sources, made):
        output = (made or self.made) / f"{module.name}.swiftmodule"
        command = self.base() + ["-swift-version", self.language, "-package-name", "halyard", *module.flags]
        command += ["-module-name", module.name, "-emit-module", "-emit-module-path", output]
        command += sources or module.sources
        done = run(command)
        if done.returncode != 0 and made is None:
            # Continues after errors, so that the dependent modules are checked in the same run.
            done = run(command + ["-experimental-allow-module-with-compiler-errors"])
            return reported(module, done, failed=True)
        return reported(module, done, failed=done.returncode != 0)

    def check_c(self, module):
        """Creates a module from a C target's headers, as the package manager does, and checks its sources."""
        include = module.folder / "include"
        folder = self.modulemaps / module.name
        folder.mkdir(exist_ok=True)
        for header in [path for path in module.sources if path.suffix == ".h"]:
            write_if_new(folder / header.name, header.read_text())
        own = include / "module.modulemap"
        headers = "".join(f'header "{path.name}" ' for path in sorted(include.glob("*.h")))
        map_text = own.read_text() if own.is_file() else f"module {module.name} {{ {headers}export * }}\n"
        write_if_new(folder / "module.modulemap", map_text)
        sources = [path for path in module.sources if path.suffix == ".c"]
        if not sources:
            return Result(module.name)
        command = [self.toolchain.clang, "-target", self.target.triple, "-ffreestanding", "-fsyntax-only", "-Wall"]
        done = run(command + ["-I", include, "-I", self.headers / "CDarwin", *sources])
        return reported(module, done, failed=done.returncode != 0)

    def forget_modules(self):
        shutil.rmtree(self.made)
        self.made.mkdir()


def is_for(stub, platform):
    """Returns whether a stub exists on a platform. Its line `// platforms:` lists the platforms (default: all)."""
    found = re.search(r"^// platforms: (.*)$", stub, re.M)
    return found is None or platform in found.group(1).split()


def run(command):
    return subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def reported(module, done, failed):
    """Returns the compiler's errors and warnings, each once. A failure without a location is also an error."""
    result = Result(module.name)
    for match in REPORT.finditer(done.stdout):
        line = f"{match['file']}:{match['line']}: {match['kind']}: {match['text']}"
        found = result.errors if match["kind"] == "error" else result.warnings
        if line not in found:
            found.append(line)
    if failed and not result.errors:
        result.errors.append(f"{module.name}: " + done.stdout.strip()[-2000:])
    return result
