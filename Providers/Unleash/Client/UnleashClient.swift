// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The client that SwiftUI can observe.
///
/// It's the same class, which is an `ObservableObject` if Combine is available.
public typealias UnleashClient = UnleashClientBase
