// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider around another one: it changes where flags come from, and keeps everything else as it is.
///
/// ``inner`` and ``FlagProvider/run(_:into:)`` are required; the latter runs the inner provider with a channel that maps its
/// states (``FlagChannel/map(_:)``). Name, sinks, hooks and the identity of records are those of the inner provider, and
/// `erase` and `close` are forwarded to it. How it maps contexts is found through ``FlagProvider/children``.
public protocol ProviderWrapper: FlagProvider {
    /// The wrapped provider.
    var inner: any FlagProvider { get }
}

extension ProviderWrapper {
    /// The inner provider's.
    public var name: String { inner.name }

    /// The inner provider.
    public var children: [any FlagProvider] { [inner] }

    /// The inner provider's.
    public var sinks: [ProviderSink] { inner.sinks }

    /// The inner provider's.
    public var hooks: [any EvaluationHook] { inner.hooks }

    /// The inner provider's.
    public var records: RecordIdentity { inner.records }

    /// Lets the inner provider forget.
    public func erase(_ context: EvaluationContext) async { await inner.erase(context) }

    /// Closes the inner provider.
    public func close() async { await inner.close() }
}
