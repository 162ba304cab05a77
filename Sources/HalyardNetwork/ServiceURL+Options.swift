// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension ServiceURL {
    /// Creates a service's URL from an option.
    ///
    /// - Throws: An error with the option's name if the string isn't a valid service URL.
    public init(_ text: String, option: String) throws(ConfigurationError) {
        do throws(Problem) {
            try self.init(text)
        } catch {
            throw ConfigurationError(diagnostics: [
                Diagnostic("invalidSetting", .error, location: .init(pointer: "/" + option), error.description)
            ])
        }
    }
}

extension InvalidOption {
    /// Creates the problem of a URL that already ends with a request's path or its first components, or returns `nil` if it
    /// doesn't.
    ///
    /// - Parameter paths: The paths, such as `ofrep/v1`. If several match, the longest one counts.
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

    /// Creates the problem of a URL that isn't valid for a service, or returns `nil` if it's valid.
    public init?(_ option: String, url: String) {
        do throws(ServiceURL.Problem) {
            _ = try ServiceURL(url)
            return nil
        } catch {
            self.init(option, error.description)
        }
    }
}
