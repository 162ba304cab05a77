import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

let flags = try FlagClient(
    configuration: .file("halyard.json"),
    providers: [.launchDarkly, .unleash])
