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

extension InvalidOption {
    /// The problem of a URL that already ends with the path, or the start of the path, of a request.
    ///
    /// Nil if it doesn't.
    ///
    /// - Parameter paths: The paths, of which the longest that fits counts: `ofrep/v1`.
    public init?(_ option: String, url: String, endingWith paths: [String]) {
        guard let steps = (try? ServiceURL(url))?.steps else { return nil }
        let end = paths.filter { path in
            let path = path.split(separator: "/").map(String.init)
            return steps.suffix(path.count) == path[...]
        }.max { $0.count < $1.count }
        guard let end else { return nil }
        self.init(
            option, "The URL ends with \"/\(end)\", and Halyard adds that path itself.",
            suggestion: "Remove \"/\(end)\" from the URL.")
    }

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
