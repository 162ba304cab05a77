// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider around another one, which changes where flags come from and keeps everything else.
///
/// ``inner`` and ``FlagProvider/run(_:into:)`` are required. `run` calls the inner provider with a channel that maps
/// its states (``FlagChannel/map(_:)``). Name, sinks, hooks, and record identity come from the inner provider. `erase`
/// and `close` are forwarded to it. Halyard finds its context mapping through ``FlagProvider/children``.
public protocol ProviderWrapper: FlagProvider {
    /// The wrapped provider.
    var inner: any FlagProvider { get }
}

extension ProviderWrapper {
    /// The inner provider's name.
    public var name: String { inner.name }

    /// The inner provider.
    public var children: [any FlagProvider] { [inner] }

    /// The inner provider's sinks.
    public var sinks: [ProviderSink] { inner.sinks }

    /// The inner provider's hooks.
    public var hooks: [any EvaluationHook] { inner.hooks }

    /// The inner provider's record identity.
    public var records: RecordIdentity { inner.records }

    /// Calls the inner provider's `erase`.
    public func erase(_ context: EvaluationContext) async { await inner.erase(context) }

    /// Closes the inner provider.
    public func close() async { await inner.close() }
}
