"""Mistakes that the gate must find. Each is injected into a copy of one module, which is checked for the oldest iOS."""
import shutil
from dataclasses import dataclass

from gate.toolchain import GateError


@dataclass(frozen=True)
class Plant:
    """A mistake: a string that occurs in a file, its replacement, and the compiler's message in that file."""

    name: str
    module: str
    file: str
    text: str
    replacement: str
    message: str


PLANTS = [
    Plant("a main actor property used off the main actor", "HalyardLDEngine", "VendorIdentifier.swift",
          "let found = MainActor.assumeIsolated { UIDevice.current.identifierForVendor?.uuidString }",
          "let found = UIDevice.current.identifierForVendor?.uuidString",
          "can not be referenced from a nonisolated context"),
    Plant("a missing import", "HalyardSupport", "Platform+Network.swift",
          "    import Network\n", "", "cannot find 'NWPathMonitor' in scope"),
    Plant("a nonexistent case", "HalyardSupport", "Platform+Network.swift",
          ".unsatisfied", ".notSatisfied", "has no member 'notSatisfied'"),
    Plant("a variable changed in a handler on another thread", "HalyardSupport", "Platform+Network.swift",
          "monitor.pathUpdateHandler = { path in",
          "var count = 0\n                    monitor.pathUpdateHandler = { path in count += 1;",
          "mutation of captured var 'count' in concurrently-executing code"),
    Plant("a non-Sendable class in a shared property", "HalyardSupport", "Platform+Network.swift",
          "private static let monitor = Lock(NWPathMonitor())", "private static let other = NWPathMonitor()\n"
          "            private static let monitor = Lock(NWPathMonitor())", "non-'Sendable' type 'NWPathMonitor'"),
    Plant("a field's Linux name", "HalyardSupport", "Platform.swift",
          "status.st_mtimespec", "status.st_mtim", "has no member 'st_mtim'"),
    Plant("a wrong pointer", "HalyardSupport", "PlatformMutex+Darwin.swift",
          "os_unfair_lock_lock(handle)", "os_unfair_lock_lock(handle.pointee)", "cannot convert value of type"),
    Plant("an API newer than the oldest supported version", "HalyardSupport", "XXHash64.swift",
          "let slice = bytes[...]\n        let raw = slice.span.bytes", "let raw = bytes.span.bytes",
          "'span' is only available in iOS 26.0 or newer"),
    Plant("a delegate method with a wrong signature", "HalyardURLSession", "SessionDelegate.swift",
          "newRequest request: URLRequest", "newRequest request: URLRequest?",
          "does not conform to protocol 'URLSessionTaskDelegate'"),
    Plant("a wrong argument", "HalyardUnleashClient", "UnleashClientBase+Combine.swift",
          "objectWillChange.send()", "objectWillChange.send(1)", "argument passed to call that takes no arguments"),
    Plant("a non-public import", "HalyardUnleashClient", "UnleashClientBase+Combine.swift",
          "public import Combine", "import Combine", "was not imported publicly"),
    Plant("a value that a task must not capture", "HalyardSupport", "Platform+UIKit.swift",
          "            Task { @MainActor in\n",
          "            let center = UserDefaults.standard\n"
          "            Task { center.removeObject(forKey: \"a\") }\n            center.removeObject(forKey: \"b\")\n"
          "            Task { @MainActor in\n",
          "risks causing data races"),
    Plant("a nonexistent resource value of a URL", "HalyardSupport", "Platform+Darwin.swift",
          "isExcludedFromBackup", "excludedFromBackup", "has no member 'excludedFromBackup'"),
    Plant("UIKit's application without UIKit", "HalyardSupport", "Platform+UIKit.swift",
          "    import UIKit\n", "", "cannot find type 'UIApplication' in scope"),
    Plant("a view's property wrapper off the main actor", "HalyardUI", "LiveFlag.swift",
          "        public mutating func update() {", "        nonisolated public mutating func update() {",
          "main actor-isolated"),
    Plant("an app that uses an API newer than its oldest system", "Shop", "ShopView.swift",
          "if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *), let flags {", "if let flags {",
          "'FlagMenu' is only available in iOS 17 or newer"),
    Plant("an adapter without a method of its protocol", "OpenFeatureAdapters", "HalyardFeatureProvider.swift",
          "public func onContextSet(", "public func onContextChange(",
          "does not conform to protocol 'FeatureProvider'"),
]


def find(plant, checker, modules, work):
    """Injects a mistake. Prints and returns whether the compiler reports the expected error in that file."""
    module = next((module for module in modules if module.name == plant.module), None)
    if module is None:
        raise GateError(f"Can't inject '{plant.name}': the module {plant.module} doesn't exist.")
    copy, made = work / "plant" / "sources", work / "plant" / "made"
    shutil.rmtree(work / "plant", ignore_errors=True)
    made.mkdir(parents=True)
    sources = []
    planted = None
    for number, source in enumerate(module.sources):
        text = source.read_text()
        path = copy / str(number) / source.name
        if str(source).endswith("/" + plant.file):
            if plant.text not in text:
                raise GateError(f"Can't inject '{plant.name}': {source} doesn't contain {plant.text!r}.")
            text, planted = text.replace(plant.text, plant.replacement, 1), path
        path.parent.mkdir(parents=True)
        path.write_text(text)
        sources.append(path)
    if planted is None:
        raise GateError(f"Can't inject '{plant.name}': {module.name} has no file {plant.file}.")
    result = checker.check(module, sources, made)
    is_found = any(line.startswith(f"{planted}:") and plant.message in line for line in result.errors)
    print(f"{'found' if is_found else 'MISSED'}: {plant.name} ({result.seconds:.1f} s)")
    if not is_found:
        print("\n".join(result.errors[:10]))
    return is_found
