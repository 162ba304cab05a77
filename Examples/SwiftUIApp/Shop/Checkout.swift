// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUI
import SwiftUI

struct CheckoutButton: View {
    @LiveFlag(.newCheckout) private var isNew
    var body: some View { if isNew { Text("Pay in one step") } else { Text("To the checkout") } }
}

/// The same in iOS 17 and later, with an observable model.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct CheckoutTitle: View {
    let flags: FlagModel
    var body: some View { Text(flags[.newCheckout] ? "Pay in one step" : "To the checkout") }
}
