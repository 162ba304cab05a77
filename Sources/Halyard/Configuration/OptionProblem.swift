// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Something that a provider cannot work with, by the name of the option in configurations.
package struct OptionProblem: Sendable, Hashable {
    package var option: String
    /// What is the matter, as a sentence; never holds a secret.
    package var message: String
    package var mend: String

    package init(_ option: String, _ message: String, mend: String = "") {
        (self.option, self.message, self.mend) = (option, message, mend)
    }

    /// Throws all of them at once, if there are any: the options were made in code.
    package static func refuse(_ problems: [OptionProblem]) throws(ConfigurationError) {
        guard !problems.isEmpty else { return }
        throw ConfigurationError(
            findings: problems.map { problem in
                Diagnostic(
                    "invalidSetting", .error, location: .init(pointer: "/" + problem.option), problem.message,
                    mend: problem.mend)
            })
    }
}

extension Settings {
    /// Notes those that concern a member that is there; of one that is not, its accessor has noted what there is to say.
    package func reject(_ problems: [OptionProblem]) {
        for problem in problems where value(problem.option) != nil {
            reject(problem.option, problem.message, mend: problem.mend)
        }
    }
}
