// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardLaunchDarkly

/// Who or what flags are for: one or several kinds of things, each with a key and attributes.
///
/// Made by an ``LDContextBuilder``, or an ``LDMultiContextBuilder`` for several kinds.
public typealias LDContext = LaunchDarklyContext

/// Makes an ``LDContext`` of one kind.
public typealias LDContextBuilder = LaunchDarklyContextBuilder

/// Makes an ``LDContext`` of several kinds.
public typealias LDMultiContextBuilder = LaunchDarklyMultiContextBuilder

/// Names an attribute of an ``LDContext``, or a value inside of one.
public typealias Reference = LaunchDarklyReference

/// Why there can be no ``LDContext``.
public typealias ContextBuilderError = LaunchDarklyContextError

/// The value of an attribute: what JSON can say.
public typealias LDValue = FlagValue

/// Code of the app that runs around evaluations and custom events.
public typealias LDHook = LaunchDarklyHook

extension FlagValue {
    /// A number; a whole one equals the literal of its value.
    public static func number(_ value: Double) -> FlagValue {
        Int64(exactly: value).map(FlagValue.int) ?? .double(value)
    }
}
