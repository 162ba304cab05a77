// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard

// In a real server, the flags come from a vendor's provider that evaluates rules in memory.
let rules = InMemoryFlagProvider { user in
    ["express-checkout": .bool(user["plan"] == "gold"), "cart-limit": 20]
}
let flags = FlagClient(provider: rules)
await flags.start(within: .seconds(5))

let shop = Shop(flags: flags, settings: [EnvironmentVariablesProvider()])
print("http://\(shop.address)")
for user: EvaluationContext in [.user("ada", ["plan": "gold"]), .user("grace", ["plan": "free"])] {
    print("\(user.key ?? ""): \(shop.cart(for: user))")
}
await flags.shutdown()
