// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The client that SwiftUI can observe: the same class, which is an `ObservableObject` where Combine exists.
public typealias UnleashClient = UnleashClientBase
