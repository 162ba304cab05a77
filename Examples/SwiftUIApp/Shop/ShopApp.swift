// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import HalyardUI
import SwiftUI

@main
struct ShopApp: App {
    private let flags = Flags.client(configuration: Bundle.main.path(forResource: "halyard", ofType: "json"))

    var body: some Scene {
        WindowGroup {
            ShopView()
                .environment(\.flags, flags)
                .task { await flags.start(within: .seconds(2)) }
        }
    }
}
