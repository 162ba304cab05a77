// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Calls a handler on the main actor with a flag's current value and each later value, as long as the owner exists.
    ///
    /// ```swift
    /// flags.bind(.bannerText, to: label) { label, text in label.text = text }
    /// ```
    /// Use it with UIKit, AppKit, and WatchKit. The client doesn't retain the owner. Each call shows the value, so it counts once
    /// for each variation (`FlagClient.displayValue(of:)`).
    ///
    /// - Returns: A token that ends the observation earlier. You can discard it.
    @MainActor @discardableResult
    public func bind<Value, Owner: AnyObject>(
        _ key: FlagKey<Value>, to owner: Owner, handler: @escaping @MainActor (Owner, Value) -> Void
    ) -> FlagObservation {
        let observation = observe(key, owner: owner) { [weak self] owner, change in
            handler(owner, self?.displayValue(of: key) ?? change.new)
        }
        handler(owner, displayValue(of: key))
        return observation
    }
}
