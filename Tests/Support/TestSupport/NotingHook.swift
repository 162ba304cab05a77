// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard

/// A hook that records each evaluation before it takes place.
package struct NotingHook: EvaluationHook {
    private let log: Recorder<String>
    private let line: @Sendable (HookContext) -> String

    package init(_ log: Recorder<String>, _ line: @escaping @Sendable (HookContext) -> String) {
        self.log = log
        self.line = line
    }

    package func before(_ evaluation: HookContext, _ data: inout HookData) { log.add(line(evaluation)) }
}
