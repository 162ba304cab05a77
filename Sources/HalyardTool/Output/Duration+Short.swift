// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension Duration {
    /// The duration in its largest whole unit: `2 s`, `3 min`, `5 h`, `9 d`.
    var short: String {
        let seconds = max(wholeMilliseconds / 1000, 0)
        return switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7200: "\(seconds / 60) min"
        case ..<172_800: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }

    /// The duration in seconds with one decimal: `2.1 s`.
    var tenths: String {
        let tenths = wholeMilliseconds / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// The duration in seconds, as a JSON number.
    var inSeconds: Double { Double(wholeMilliseconds) / 1000 }
}
