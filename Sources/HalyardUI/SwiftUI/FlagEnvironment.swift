// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    public import SwiftUI

    extension EnvironmentValues {
        /// The client that views read flags from; nil where no view around them has set one.
        ///
        /// ```swift
        /// WindowGroup {
        ///     ShopView()
        ///         .environment(\.flags, flags)
        /// ```
        public var flags: FlagClient? {
            get { self[FlagClientKey.self] }
            set { self[FlagClientKey.self] = newValue }
        }

        private struct FlagClientKey: EnvironmentKey { static let defaultValue: FlagClient? = nil }
    }

    extension View {
        /// Forces flags for this view and those inside it: for previews, demos and parts of an app.
        ///
        /// ```swift
        /// ShopView()
        ///     .flagOverrides { flags in
        ///         flags[.newCheckout] = true
        ///         flags[.bannerText] = "Two for one"
        ///     }
        /// ```
        /// Other flags are those of the client in the environment, or the callers' defaults where there is none. The views
        /// inside read from a client of their own (`FlagClient.preview`), whose reads are not reported.
        ///
        /// - Parameter change: Sets the values; it is called at each redraw.
        public func flagOverrides(_ change: (inout FlagOverrides) -> Void) -> some View {
            var overrides = FlagOverrides()
            change(&overrides)
            return modifier(FlagOverridesModifier(overrides: overrides))
        }
    }

    struct FlagOverridesModifier: ViewModifier {
        let overrides: FlagOverrides
        @Environment(\.flags) private var outer
        @StateObject private var clients = PreviewClients()

        func body(content: Content) -> some View {
            content.environment(\.flags, clients.client(overrides, over: outer))
        }
    }

    // Views keep one by `StateObject`; its changes reach them by the environment.
    extension PreviewClients: ObservableObject {}
#endif
