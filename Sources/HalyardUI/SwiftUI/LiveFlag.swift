// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    import Combine
    public import SwiftUI

    /// A flag that a view follows: the view is drawn again when the flag changes.
    ///
    /// ```swift
    /// struct CheckoutButton: View {
    ///     @LiveFlag(.newCheckout) private var isNew
    ///     var body: some View { if isNew { Text("Pay in one step") } else { Text("To the checkout") } }
    /// }
    /// ```
    /// The client is that of the environment (`EnvironmentValues.flags`). Without one, the value is the key's default,
    /// which is reported once for each flag in debug builds.
    ///
    /// A redraw is no evaluation: the flag counts, and is reported as an exposure, once for each variation that a context is
    /// shown by any view of the client (`FlagClient.displayValue(of:)`). From iOS 16 and macOS 13 on.
    @MainActor @propertyWrapper
    public struct LiveFlag<Value: Sendable>: DynamicProperty {
        @Environment(\.flags) private var client
        @StateObject private var redraws = FlagRedraws()
        private let key: FlagKey<Value>

        /// Follows the flag of a key.
        public init(_ key: FlagKey<Value>) { self.key = key }

        /// The flag's value, or the key's default.
        public var wrappedValue: Value {
            if let client { return client.displayValue(of: key) }
            MissingClient.report(key.name)
            return key.defaultValue
        }

        /// Called by SwiftUI before the view is drawn.
        public mutating func update() { redraws.follower.follow(key, of: client) }
    }

    /// Has a view drawn again when the flag that it follows changes.
    @MainActor
    final class FlagRedraws: ObservableObject {
        let follower = FlagFollower()

        init() { follower.onChange = { [weak self] in self?.objectWillChange.send() } }
    }
#endif
