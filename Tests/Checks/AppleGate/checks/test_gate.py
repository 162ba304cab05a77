"""The gate's own decisions, without a compiler."""
import subprocess
import unittest

from gate.checker import is_for, reported
from gate.package import GateError, Module, flags_of, holds
from gate.targets import ALWAYS, Target, chosen
from gate.toolchain import retargeted

INTERFACE = """// swift-module-flags: -target x86_64-unknown-linux-gnu -enable-library-evolution -module-name M
import Glibc
@backDeployed(before: iOS 18.0, macOS 15.0)
public func f() -> UInt32 { _swift_stdlib_gettid() }
"""


class Gate(unittest.TestCase):
    def test_an_interface_is_retargeted(self):
        self.assertEqual(
            retargeted(INTERFACE, "x86_64-unknown-linux-gnu", "x86_64-apple-ios18.0-simulator"),
            "// swift-module-flags: -target x86_64-apple-ios18.0-simulator "
            "-enable-library-evolution -disable-availability-checking -module-name M\n"
            "public func f() -> UInt32 { UInt32(0) }\n")

    def test_an_interface_of_another_machine_is_refused(self):
        with self.assertRaises(GateError):
            retargeted(INTERFACE, "aarch64-unknown-linux-gnu", "arm64-apple-ios18.0-simulator")

    def test_interfaces_are_named_as_the_compiler_looks_for_them(self):
        names = [
            Target("t", "p", "18.0", triple).interface_name
            for triple in ("x86_64-apple-macosx15.0", "x86_64-apple-watchos11.0-simulator", "arm64-apple-xros2.0-simulator")]
        self.assertEqual(names, ["x86_64-apple-macos", "x86_64-apple-watchos-simulator", "arm64-apple-xros-simulator"])

    def test_every_target_has_its_turn(self):
        targets = [Target(name, "p", "1", "t") for name in ALWAYS + ["a", "b", "c"]]
        turns = [[target.name for target in chosen(targets, turn)] for turn in range(4)]
        self.assertEqual(turns, [ALWAYS + [name] for name in ["a", "b", "c", "a"]])

    def test_settings_of_other_platforms_do_not_hold(self):
        on_linux = {"platformNames": ["linux"]}
        self.assertFalse(holds(on_linux, "ios"))
        self.assertTrue(holds({"platformNames": []}, "ios") and holds(None, "ios"))
        define = {"tool": "swift", "kind": {"define": {"_0": "A"}}}
        self.assertEqual(flags_of(define, "ios"), ["-D", "A"])
        self.assertEqual(flags_of(define | {"condition": on_linux}, "ios"), [])

    def test_a_setting_that_is_not_known_is_refused(self):
        with self.assertRaises(GateError):
            flags_of({"tool": "swift", "kind": {"interoperabilityMode": {"_0": "Cxx"}}}, "ios")

    def test_stubs_are_for_the_platforms_that_they_name(self):
        stub = "// platforms: ios tvos\nimport Swift\n"
        self.assertEqual([is_for(stub, "tvos"), is_for(stub, "macos"), is_for("import Swift\n", "macos")], [True, False, True])

    def test_errors_are_counted_once_and_a_crash_is_one(self):
        module = Module("M", None, [], False)
        twice = "/a/b.swift:3:9: error: no\n  3 | x\n/a/b.swift:3:9: error: no\n/a/b.swift:4:1: warning: hm\n"
        result = reported(module, subprocess.CompletedProcess([], 1, twice), failed=True)
        self.assertEqual((result.errors, result.warnings), (["/a/b.swift:3: error: no"], ["/a/b.swift:4: warning: hm"]))
        crashed = reported(module, subprocess.CompletedProcess([], 139, "Stack dump:\n"), failed=True)
        self.assertEqual(crashed.errors, ["M: Stack dump:"])


if __name__ == "__main__":
    unittest.main()
