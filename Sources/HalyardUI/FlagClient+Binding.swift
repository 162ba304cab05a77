// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Calls a handler on the main actor with a flag's value now, and with each later one, for as long as the owner lives.
    ///
    /// ```swift
    /// flags.bind(.bannerText, to: label) { label, text in label.text = text }
    /// ```
    /// For UIKit, AppKit and WatchKit. The owner is held weakly. Each call shows the value, so it counts once for each variation
    /// (`FlagClient.displayValue(of:)`).
    ///
    /// - Returns: A token that ends the observation earlier; it may be discarded.
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
