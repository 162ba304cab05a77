import Halyard

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

let flags = try FlagClient(configuration: .file("halyard.json"))
print(await flags.start(within: .seconds(2)))

if flags[.newCheckout] {
    print("New checkout")
} else {
    print("Old checkout")
}
