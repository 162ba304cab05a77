// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    public import SwiftUI

    extension EnvironmentValues {
        /// The client from which views read flags, or `nil` if no enclosing view sets a client.
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
        /// Overrides flags for this view and its subviews, for previews, demos, and parts of an app.
        ///
        /// ```swift
        /// ShopView()
        ///     .flagOverrides { flags in
        ///         flags[.newCheckout] = true
        ///         flags[.bannerText] = "Two for one"
        ///     }
        /// ```
        /// Other flags have the values of the environment's client, or the default values without a client. The subviews use a
        /// separate client (`FlagClient.preview`), which doesn't report reads.
        ///
        /// - Parameter change: Closure that sets the values. It is called each time the view is redrawn.
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

    // Views retain it with `StateObject`. The environment passes its changes to them.
    extension PreviewClients: ObservableObject {}
#endif
