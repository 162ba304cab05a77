// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    import Combine
    public import SwiftUI

    /// A property wrapper for a flag.
    ///
    /// The view is redrawn when the flag changes.
    ///
    /// ```swift
    /// struct CheckoutButton: View {
    ///     @LiveFlag(.newCheckout) private var isNew
    ///     var body: some View { if isNew { Text("Pay in one step") } else { Text("To the checkout") } }
    /// }
    /// ```
    /// It uses the client of the environment (`EnvironmentValues.flags`). Without a client, the value is the key's default value,
    /// which is reported once for each flag in debug builds.
    ///
    /// Redrawing doesn't count as an evaluation. The flag counts, and is reported as an exposure, once for each variation that any
    /// view of the client shows to a context (`FlagClient.displayValue(of:)`). Available in iOS 16, macOS 13, and later.
    @MainActor @propertyWrapper
    public struct LiveFlag<Value: Sendable>: DynamicProperty {
        @Environment(\.flags) private var client
        @StateObject private var redraws = FlagRedraws()
        private let key: FlagKey<Value>

        /// Creates a wrapper for a flag.
        public init(_ key: FlagKey<Value>) { self.key = key }

        /// The flag's value, or the key's default value.
        public var wrappedValue: Value {
            if let client { return client.displayValue(of: key) }
            MissingClient.report(key.name)
            return key.defaultValue
        }

        /// Called by SwiftUI before it draws the view.
        public mutating func update() { redraws.follower.follow(key, of: client) }
    }

    /// Redraws a view when its flag changes.
    @MainActor
    final class FlagRedraws: ObservableObject {
        let follower = FlagFollower()

        init() { follower.onChange = { [weak self] in self?.objectWillChange.send() } }
    }
#endif
