"""The nine targets: five Apple platforms at the package's oldest version, and four of them at the newest version."""
from dataclasses import dataclass

from gate.toolchain import GateError

# The names in the package's manifest, in the compiler's triples, and in `@available`.
PLATFORMS = {"ios": ("ios", "iOS"), "macos": ("macosx", "macOS"), "tvos": ("tvos", "tvOS"), "watchos": ("watchos", "watchOS")}
# The targets that CI always checks. One of the other targets is added in turn.
ALWAYS = ["ios-floor", "macos-newest"]


@dataclass(frozen=True)
class Target:
    """One platform at one version."""

    name: str
    platform: str
    version: str
    triple: str
    checks_availability: bool = True

    @property
    def interface_name(self):
        """The file name of a module's interface for this target."""
        architecture, vendor, system = self.triple.split("-")[:3]
        system = {"macosx": "macos"}.get(system.rstrip("0123456789."), system.rstrip("0123456789."))
        return "-".join([architecture, vendor, system] + self.triple.split("-")[3:])


def all_targets(toolchain, package):
    """Every target that the package can be checked for."""
    targets = []
    for name, (system, attribute) in PLATFORMS.items():
        floor = package.floor(name)
        for kind, version in [("floor", floor), ("newest", toolchain.newest_version(attribute))]:
            environment = "" if name == "macos" else "-simulator"
            triple = f"{toolchain.architecture}-apple-{system}{version}{environment}"
            targets.append(Target(f"{name}-{kind}", name, version, triple))
    # Only Apple's SDK maps versions of iOS to versions of visionOS, so availability can't be checked.
    floor = package.floor("visionos")
    triple = f"{toolchain.architecture}-apple-xros{floor}-simulator"
    targets.append(Target("visionos", "visionos", floor, triple, checks_availability=False))
    return targets


def chosen(targets, turn):
    """Returns the targets of one CI turn: two fixed targets, and one of the others in turn."""
    by_name = {target.name: target for target in targets}
    others = [target for target in targets if target.name not in ALWAYS]
    if missing := [name for name in ALWAYS if name not in by_name]:
        raise GateError(f"The target {missing[0]} doesn't exist.")
    return [by_name[name] for name in ALWAYS] + [others[turn % len(others)]]
