import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

extension FlagKey where Value == Int {
    static let searchLimit = FlagKey("search-limit", default: 10)
}

let flags = try FlagClient(
    configuration: .file("halyard.json"),
    providers: [.launchDarkly, .unleash])

await flags.start(within: .seconds(5))
print(flags.details(of: .newCheckout))
print(flags.details(of: .searchLimit))

if let parity = flags.parity {
    print(parity)
}
