// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Foundation

/// Returns all header fields of a request, given the URL and the existing header fields.
///
/// The client adds the ETag of the current flags (`If-None-Match`) afterwards, so that no response can confirm other flags.
public typealias LDHeaderDelegate = @Sendable (_ url: URL, _ headers: [String: String]) -> [String: String]
