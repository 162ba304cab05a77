// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension SettingsReader {
    /// A string, and its form in messages.
    struct Text {
        var value: String
        /// The string in quotation marks, or its origin if it must not be shown.
        var shown: String
        /// A Boolean value that indicates whether the file contains the string, so that it isn't a secret.
        var isLiteral = true

        /// Returns the known word that the string probably means.
        func nearest(among known: [String]) -> String? {
            isLiteral ? FormerNames.suggestion(for: value, among: known) : nil
        }
    }

    /// Returns a required key or token.
    ///
    /// Use a reference, so that the file doesn't contain the secret. `{"$env": "NAME"}` reads an environment variable, and
    /// `{"$file": "path"}` reads a file's content without the trailing line break. Both can have a `"default"`. References inside
    /// strings aren't replaced. The value never appears in a message.
    public func secret(_ name: String, _ description: String? = nil) -> Secret {
        require(name, "a string, or {\"$env\": \"NAME\"}")
        return optionalSecret(name, description) ?? Secret("")
    }

    /// Returns an optional key, token, or password, or `nil` if it is missing.
    ///
    /// See ``secret(_:_:)``.
    public func optionalSecret(_ name: String, _ description: String? = nil) -> Secret? {
        let text = text(name, description, SettingsForm.secret)
        if text?.value.isEmpty == true { addError(name, "The value is empty.", suggestion: "Set a value.") }
        return value(name).map { _ in Secret(text?.value ?? "") }
    }

    /// Returns a literal string, or the string that a reference names.
    ///
    /// Returns `nil` if it is missing, or if it is invalid, which is recorded as an error.
    func text(
        _ name: String, _ description: String? = nil,
        _ schema: @autoclosure @escaping () -> FlagValue = SettingsForm.text
    ) -> Text? {
        switch value(name, description, schema()) {
        case nil: return nil
        case .string(let text)?: return Text(value: text, shown: "\"\(text)\"")
        case .object(let reference)? where builder.followsReferences: return text(name, reference)
        case let other?:
            let reference = builder.followsReferences ? " or {\"$env\": \"NAME\"}" : ""
            addError(name, "Expected a string, found \(other.noun).", suggestion: "Use \"…\"\(reference).")
            return nil
        }
    }

    private func text(_ name: String, _ reference: [String: FlagValue]) -> Text? {
        let known = ["$env", "$file", "default"]
        let example = "Use {\"$env\": \"NAME\"} or {\"$file\": \"path\"}, with an optional \"default\"."
        let others = reference.keys.filter { !known.contains($0) }.sorted()
        if let other = others.first, reference.keys.contains("$env") || reference.keys.contains("$file") {
            let hint = NearestName.of(other, among: known).map { "Did you mean \"\($0)\"?" }
            addError(name, "Unknown property \"\(other)\" of a reference.", suggestion: hint ?? example)
            return nil
        }
        if let other = reference["default"], other.noun != FlagValue.string("").noun {
            addError(name, "Expected a string as the \"default\", found \(other.noun).", suggestion: "Use \"…\".")
            return nil
        }
        switch (reference["$env"], reference["$file"]) {
        case (.string(let variable)?, nil):
            if let value = host.variable(variable) {
                builder.depend(on: .string(value))
                return Text(value: value, shown: "the value of \(variable)", isLiteral: false)
            }
            return fallback(
                name, reference, .variableNotSet, "The environment variable \(variable) is not set.", "Set it")
        case (nil, .string(let path)?):
            do throws(FileError) {
                let value = try contents(of: path)
                builder.depend(on: .string(value))
                return Text(value: value, shown: "the content of \(path)", isLiteral: false)
            } catch {
                return fallback(
                    name, reference, "invalidSetting", "Can't read the file \(path): \(error.reason).",
                    "Check the file")
            }
        default:
            addError(name, "Expected a string or a reference, found another object.", suggestion: example)
            return nil
        }
    }

    private func fallback(
        _ name: String, _ reference: [String: FlagValue], _ code: Diagnostic.Code, _ message: String,
        _ suggestion: String
    ) -> Text? {
        if case .string(let text)? = reference["default"] { return Text(value: text, shown: "\"\(text)\"") }
        builder.add(
            code, at: pointer.appending(name), message, suggestion: "\(suggestion), or add a \"default\".")
        return nil
    }

    private func contents(of path: String) throws(FileError) -> String {
        let bytes = try host.files.contents(of: resolve(path))
        guard let text = String(validUTF8: bytes) else {
            throw FileError(path: path, reason: "it is not UTF-8")
        }
        return String(text.trimming(while: \.isNewline))
    }
}

extension Diagnostic.Code {
    /// A setting refers to an environment variable that is not set.
    package static let variableNotSet: Diagnostic.Code = "variableNotSet"
}
