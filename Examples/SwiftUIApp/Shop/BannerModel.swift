// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Combine
import HalyardUI

/// The banner for code that is written with Combine.
@MainActor
final class BannerModel: ObservableObject {
    @Published private(set) var text = ""
    private var subscriptions: Set<AnyCancellable> = []

    init(_ flags: FlagClient) {
        flags.publisher(for: .bannerText)
            .sink { text in Task { @MainActor [weak self] in self?.text = text } }
            .store(in: &subscriptions)
    }
}
