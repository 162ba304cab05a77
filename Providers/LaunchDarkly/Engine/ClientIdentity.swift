// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// An identity that flags are for, in the form of one of the client APIs.
package protocol ClientIdentity: Sendable {
    /// The identity as a neutral context, which carries the original along; that decides which generation of the
    /// service is used.
    var neutralContext: EvaluationContext { get }
}
