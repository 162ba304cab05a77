import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

let flags = try FlagClient(
    configuration: .file("halyard.json"),
    providers: [.launchDarkly, .unleash])

print(await flags.start(within: .seconds(5)))
print(flags.details(of: .newCheckout))

await flags.setContext(.user("grace", ["plan": "free"]))
print(flags.details(of: .newCheckout))
await flags.shutdown()
