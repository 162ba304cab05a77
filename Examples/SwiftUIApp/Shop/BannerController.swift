// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(UIKit) && !os(watchOS)
    import HalyardUI
    import UIKit

    /// The banner in a part of the app that is still UIKit.
    final class BannerController: UIViewController {
        private let flags: FlagClient
        private let label = UILabel()

        init(flags: FlagClient) {
            self.flags = flags
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            view.addSubview(label)
            flags.bind(.bannerText, to: label) { label, text in label.text = text }
        }
    }
#endif
