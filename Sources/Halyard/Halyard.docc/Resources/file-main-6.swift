import Halyard

struct Banner: Decodable, Sendable {
    var title: String
    var color: String
}

extension FlagKey where Value == Bool {
    static let newCheckout = FlagKey("new-checkout", default: false)
}

extension FlagKey where Value == Int {
    static let searchLimit = FlagKey("search-limit", default: 10)
}

extension FlagKey where Value == Banner {
    static let banner = FlagKey("banner", default: Banner(title: "Hello", color: "gray"))
}

let flags = try FlagClient(configuration: .file("halyard.json"))
print(await flags.start(within: .seconds(2)))

let snapshot = flags.snapshot()
print(snapshot[.newCheckout], snapshot[.searchLimit], snapshot[.banner].title)

for await limit in flags.values(of: .searchLimit) {
    print("Search limit: \(limit)")
}
