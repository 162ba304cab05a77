import Halyard

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

let flags = try FlagClient(configuration: .file("halyard.json"))
print(await flags.start(within: .seconds(2)))
