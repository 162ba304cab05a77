// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUI
import SwiftUI

struct ShopView: View {
    @LiveFlag(.bannerText) private var banner
    @Environment(\.flags) private var flags
    @State private var showsFlags = false

    var body: some View {
        VStack {
            if !banner.isEmpty { Text(banner) }
            CheckoutButton()
            Button("Flags") { showsFlags = true }
        }
        .sheet(isPresented: $showsFlags) {
            if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *), let flags {
                FlagMenu(flags, declaring: Flags.declared)
            }
        }
    }
}

struct ShopViewPreviews: PreviewProvider {
    static var previews: some View {
        ShopView()
            .flagOverrides { flags in
                flags[.newCheckout] = true
                flags[.bannerText] = "Two for one"
            }
    }
}
