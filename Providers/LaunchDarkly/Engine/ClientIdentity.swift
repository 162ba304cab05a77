// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A user or context of one of the client APIs.
package protocol ClientIdentity: Sendable {
    /// The identity as a Halyard context, which includes the original.
    ///
    /// The original determines which generation of the service is used.
    var neutralContext: EvaluationContext { get }
}
