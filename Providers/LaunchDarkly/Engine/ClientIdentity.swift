// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// Whom or what flags are for, in the words that the app chose.
package protocol ClientIdentity: Sendable {
    /// The same as a neutral context, which carries the app's words along: they decide which generation of the service is
    /// spoken to.
    var neutralContext: EvaluationContext { get }
}
