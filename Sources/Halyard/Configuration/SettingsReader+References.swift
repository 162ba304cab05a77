// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

extension SettingsReader {
    /// A text and the form in which it may be shown.
    struct Text {
        var value: String
        /// The text in quotes, or where it came from when it must not be shown.
        var shown: String
        /// Whether the text is written in the file, and so is no secret.
        var isLiteral = true

        /// The word that was probably meant, if the text should be one of some words.
        func nearest(among known: [String]) -> String? { isLiteral ? NearestName.of(value, among: known) : nil }
    }

    /// A required key or token.
    ///
    /// Best given as a reference, so that it is not written in the file: `{"$env": "NAME"}` takes an environment variable
    /// and `{"$file": "path"}` a file's content without the line end. Either may have a `"default"`. There is no
    /// substitution inside texts. The value never appears in a message.
    public func secret(_ name: String, _ description: String? = nil) -> Secret {
        require(name, "a string, or {\"$env\": \"NAME\"}")
        return optionalSecret(name, description) ?? Secret("")
    }

    /// An optional key, token or password; nil when it is absent.
    ///
    /// See ``secret(_:_:)``.
    public func optionalSecret(_ name: String, _ description: String? = nil) -> Secret? {
        let text = text(name, description, SettingsForm.secret)
        if text?.value.isEmpty == true { addError(name, "The value is empty.", suggestion: "Give it a value.") }
        return value(name).map { _ in Secret(text?.value ?? "") }
    }

    /// A text that is written in the file or referred to; nil when it is absent, or wrong, which is recorded.
    func text(
        _ name: String, _ description: String? = nil,
        _ schema: @autoclosure @escaping () -> FlagValue = SettingsForm.text
    ) -> Text? {
        switch value(name, description, schema()) {
        case nil: return nil
        case .string(let text)?: return Text(value: text, shown: "\"\(text)\"")
        case .object(let reference)? where load.followsReferences: return text(name, reference)
        case let other?:
            let reference = load.followsReferences ? " or {\"$env\": \"NAME\"}" : ""
            addError(name, "Expected a string, found \(other.noun).", suggestion: "Write \"…\"\(reference).")
            return nil
        }
    }

    private func text(_ name: String, _ reference: [String: FlagValue]) -> Text? {
        let known = ["$env", "$file", "default"]
        let example = "Write {\"$env\": \"NAME\"} or {\"$file\": \"path\"}, with a \"default\" if you like."
        let others = reference.keys.filter { !known.contains($0) }.sorted()
        if let other = others.first, reference.keys.contains("$env") || reference.keys.contains("$file") {
            let hint = NearestName.of(other, among: known).map { "Did you mean \"\($0)\"?" }
            addError(name, "A reference has no member \"\(other)\".", suggestion: hint ?? example)
            return nil
        }
        if let other = reference["default"], other.noun != FlagValue.string("").noun {
            addError(name, "Expected a string as the \"default\", found \(other.noun).", suggestion: "Write \"…\".")
            return nil
        }
        switch (reference["$env"], reference["$file"]) {
        case (.string(let variable)?, nil):
            if let value = host.variable(variable) {
                load.depend(on: .string(value))
                return Text(value: value, shown: "the value of \(variable)", isLiteral: false)
            }
            return fallback(
                name, reference, .variableNotSet, "The environment variable \(variable) is not set.", "Set it")
        case (nil, .string(let path)?):
            do throws(FileError) {
                let value = try contents(of: path)
                load.depend(on: .string(value))
                return Text(value: value, shown: "the content of \(path)", isLiteral: false)
            } catch {
                return fallback(
                    name, reference, "invalidSetting", "The file \(path) cannot be read: \(error.reason).", "Fix that")
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
        load.add(
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
