// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation

/// Receives the URL of a request and the header fields so far, and returns all fields to send.
///
/// The tag of the flags in place (`If-None-Match`) is added afterwards, so that no response confirms other flags.
public typealias LDHeaderDelegate = @Sendable (_ url: URL, _ headers: [String: String]) -> [String: String]
