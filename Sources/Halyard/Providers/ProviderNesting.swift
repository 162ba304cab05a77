// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The error that one provider can't wrap another.
public struct ProviderNestingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The type name of the wrapper in configurations.
    public let wrapper: String
    /// The type name of the provider to wrap.
    public let inner: String
    /// The reason, and what to do instead.
    public let reason: String

    /// The problem, the reason, and a suggestion.
    public var description: String { "\(wrapper) can't wrap \(inner): \(reason)" }
}

/// Halyard's own provider types that restrict nesting.
enum ProviderLayer: String {
    case bootstrapped
    case persisted
    /// A provider of predefined flags, which isn't a wrapper.
    case bootstrap

    /// Returns `nil` for any other provider.
    private init?(_ provider: any FlagProvider) {
        switch provider {
        case is BootstrappedProvider: self = .bootstrapped
        case is PersistedProvider: self = .persisted
        case is FileFlagProvider, is ReplayProvider: self = .bootstrap
        default: return nil
        }
    }

    /// Checks a wrapper against all providers inside it, including an app's own wrappers, up to a combined provider.
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
            "both would store the same flags. Use only one of them."
        case (.persisted, .bootstrapped):
            "stored flags would hide the flags shipped with the app. Wrap persisted in bootstrapped instead."
        case (.bootstrapped, .bootstrapped):
            "only one bootstrap applies. Put all flags into one file."
        case (.persisted, .bootstrap), (.bootstrapped, .bootstrap):
            "flags from a file are available immediately, without a network. Use the bootstrap provider alone."
        default:
            nil
        }
    }
}

extension FlagProvider {
    /// The provider that fetches flags for other contexts: this provider, or the provider inside this wrapper.
    ///
    /// A combined provider qualifies if one of its children does.
    var onDemand: (any OnDemandProvider)? {
        if self is CombinedProvider, children.allSatisfy({ $0.onDemand == nil }) { return nil }
        return self as? any OnDemandProvider ?? (self as? any ProviderWrapper)?.inner.onDemand
    }
}
