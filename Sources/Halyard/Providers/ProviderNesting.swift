// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Why one provider cannot be wrapped around another.
public struct ProviderNestingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The wrapper, by the name of its type in configurations.
    public let wrapper: String
    /// The provider that it was to be put around.
    public let inner: String
    /// Why that makes no sense, and what to do instead.
    public let reason: String

    /// One sentence for each: what, why, and a suggestion.
    public var description: String { "\(wrapper) cannot be put around \(inner): \(reason)" }
}

/// The wrappers that come with Halyard, and which of them may be nested in which.
enum ProviderLayer: String {
    case bootstrapped
    case persisted
    /// A provider of ready-made flags, which is not a wrapper.
    case bootstrap

    /// Nil for a provider without a place among the layers.
    private init?(_ provider: any FlagProvider) {
        switch provider {
        case is BootstrappedProvider: self = .bootstrapped
        case is PersistedProvider: self = .persisted
        case is BootstrapProvider, is ReplayProvider: self = .bootstrap
        default: return nil
        }
    }

    /// Checks a wrapper against everything inside it, including an app's own wrappers, up to a combination.
    func check(around inner: any FlagProvider) throws(ProviderNestingError) {
        var provider: (any FlagProvider)? = inner
        while let current = provider {
            if let layer = ProviderLayer(current), let reason = reason(against: layer) {
                throw ProviderNestingError(wrapper: rawValue, inner: layer.rawValue, reason: reason)
            }
            provider = current.children.count == 1 ? current.children.first : nil
        }
    }

    private func reason(against inner: ProviderLayer) -> String? {
        switch (self, inner) {
        case (.persisted, .persisted):
            "flags would be stored twice, with two lifetimes. Use one of them."
        case (.persisted, .bootstrapped):
            "stored flags are newer than those shipped with the app and would hide them. Put bootstrapped around persisted."
        case (.bootstrapped, .bootstrapped):
            "only one set of flags can be the first. Put all of them into one file."
        case (.persisted, .bootstrap), (.bootstrapped, .bootstrap):
            "flags of a file are there at once and need no network. Use the bootstrap provider alone."
        default:
            nil
        }
    }
}

extension FlagProvider {
    /// The provider that answers questions about other contexts: this one, or the provider inside of this wrapper.
    ///
    /// A combination answers if one of its providers does.
    var onDemand: (any OnDemandProvider)? {
        if self is CombinedProvider, children.allSatisfy({ $0.onDemand == nil }) { return nil }
        return self as? any OnDemandProvider ?? (self as? any ProviderWrapper)?.inner.onDemand
    }
}
