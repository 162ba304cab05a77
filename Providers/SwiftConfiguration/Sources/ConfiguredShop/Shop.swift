// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Configuration
import Halyard
import HalyardSwiftConfiguration

/// A server that reads settings and flags through the same type of reader.
struct Shop: Sendable {
    let flags: FlagClient
    /// The settings, which are the same for every request.
    let settings: [any ConfigProvider]

    /// A reader for the server itself: a setting and a flag side by side.
    var config: ConfigReader {
        ConfigReader(providers: [HalyardConfigProvider(flags, under: "flags")] + settings)
    }

    /// Returns a reader for one request, which sees the flags of the request's user.
    ///
    /// All reads of the request see the same flags, even if the client receives new flags in the meantime.
    func config(for user: EvaluationContext) -> ConfigReader {
        ConfigReader(providers: [HalyardConfigProvider(flags.snapshot(for: user), under: "flags")] + settings)
    }

    /// The address that the server listens on.
    var address: String {
        "\(config.string(forKey: "http.host", default: "127.0.0.1")):\(config.int(forKey: "http.port", default: 8080))"
    }

    /// Responds to a request.
    func cart(for user: EvaluationContext) -> String {
        let config = config(for: user)
        let currency = config.string(forKey: "shop.currency", default: "EUR")
        let isExpress = config.bool(forKey: "flags.express-checkout", default: false)
        let limit = config.int(forKey: "flags.cart-limit", default: 10)
        return "\(isExpress ? "express" : "standard") checkout, at most \(limit) items, prices in \(currency)"
    }
}
