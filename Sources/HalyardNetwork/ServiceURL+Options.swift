// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension ServiceURL {
    /// Creates a service's URL from an option.
    ///
    /// - Throws: Why it isn't one, with the option's name.
    public init(_ text: String, option: String) throws(ConfigurationError) {
        do throws(Problem) {
            try self.init(text)
        } catch {
            throw ConfigurationError(findings: [
                Diagnostic("invalidSetting", .error, location: .init(pointer: "/" + option), error.description)
            ])
        }
    }
}

extension OptionProblem {
    /// The problem of a URL that isn't a service's.
    ///
    /// Nil if it is one.
    public init?(_ option: String, url: String) {
        do throws(ServiceURL.Problem) {
            _ = try ServiceURL(url)
            return nil
        } catch {
            self.init(option, error.description)
        }
    }
}
