// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// A widget has little time and memory, so it reads the flags that the app stored in their App Group, and sends no requests.
#if os(iOS) || os(macOS)
    import Foundation
    import Halyard
    import HalyardLaunchDarkly
    import WidgetKit

    extension FlagKey where Value == String {
        static let bannerText = FlagKey("banner-text", default: "")
    }

    struct BannerEntry: TimelineEntry {
        let date: Date
        let text: String
    }

    struct BannerProvider: TimelineProvider {
        func placeholder(in context: Context) -> BannerEntry { BannerEntry(date: Date(), text: "") }

        func getSnapshot(in context: Context, completion: @escaping @Sendable (BannerEntry) -> Void) {
            Task { completion(await Self.entry()) }
        }

        func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<BannerEntry>) -> Void) {
            Task { completion(Timeline(entries: [await Self.entry()], policy: .atEnd)) }
        }

        private static func entry() async -> BannerEntry {
            var options = FlagClient.Options()
            options.isOnline = false
            guard let path = Bundle.main.path(forResource: "halyard", ofType: "json"),
                let flags = try? FlagClient(
                    configuration: .file(path), providers: [.launchDarkly], options: options)
            else { return BannerEntry(date: Date(), text: FlagKey.bannerText.defaultValue) }
            await flags.start(within: .milliseconds(500))
            let text = flags[.bannerText]
            await flags.shutdown(within: .milliseconds(500))
            return BannerEntry(date: Date(), text: text)
        }
    }
#endif
