// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension Settings {
    /// A text and how it may be shown.
    struct Text {
        var value: String
        /// The text in quotes, or where it came from when it must not be shown.
        var shown: String
        /// Whether the text stands in the file, so that it is no secret.
        var isLiteral = true
    }

    /// A key or token that must be there.
    ///
    /// Best given as a reference, so that it does not stand in the file: `{"$env": "NAME"}` takes an environment variable
    /// and `{"$file": "path"}` a file's content without the line end. Either may have a `"default"`. There is no
    /// substitution inside of texts. The value never shows in a message.
    public func secret(_ name: String) -> Secret {
        let text = text(name)
        form?.add(name, SettingsForm.secret)
        if let text {
            if text.value.isEmpty { reject(name, "The value is empty.", mend: "Give it a value.") }
            return Secret(text.value)
        }
        if value(name) == nil { reportMissing(name, "a string, or {\"$env\": \"NAME\"}") }
        return Secret("")
    }

    /// A key, token or password that need not be there; nil when it is absent.
    ///
    /// See ``secret(_:)``.
    public func optionalSecret(_ name: String) -> Secret? {
        if value(name) != nil { return secret(name) }
        form?.add(name, SettingsForm.secret)
        return nil
    }

    /// A text that stands in the file or is referred to; nil when it is absent or wrong, which is then noted.
    func text(_ name: String) -> Text? {
        let value = value(name)
        form?.add(name, SettingsForm.text)
        switch value {
        case nil: return nil
        case .string(let text)?: return Text(value: text, shown: "\"\(text)\"")
        case .object(let reference)? where load.followsReferences: return text(name, reference)
        case let other?:
            let reference = load.followsReferences ? " or {\"$env\": \"NAME\"}" : ""
            reject(name, "Expected a string, found \(other.noun).", mend: "Write \"…\"\(reference).")
            return nil
        }
    }

    private func text(_ name: String, _ reference: [String: FlagValue]) -> Text? {
        let known = ["$env", "$file", "default"]
        let others = reference.keys.filter { !known.contains($0) }.sorted()
        if let other = others.first, reference.keys.contains("$env") || reference.keys.contains("$file") {
            let hint = NearestName.of(other, among: known).map { "Did you mean \"\($0)\"?" }
            reject(
                name, "A reference has no member \"\(other)\".",
                mend: hint ?? "Write {\"$env\": \"NAME\"} or {\"$file\": \"path\"}, with a \"default\" if you like.")
            return nil
        }
        if let other = reference["default"], other.noun != FlagValue.string("").noun {
            reject(name, "Expected a string as the \"default\", found \(other.noun).", mend: "Write \"…\".")
            return nil
        }
        switch (reference["$env"], reference["$file"]) {
        case (.string(let variable)?, nil):
            if let value = host.variable(variable) {
                load.depend(on: .string(value))
                return Text(value: value, shown: "the value of \(variable)", isLiteral: false)
            }
            return fallback(name, reference, "The environment variable \(variable) is not set.", "Set it")
        case (nil, .string(let path)?):
            do throws(FileError) {
                let value = try contents(of: path)
                load.depend(on: .string(value))
                return Text(value: value, shown: "the content of \(path)", isLiteral: false)
            } catch {
                return fallback(name, reference, "The file \(path) cannot be read: \(error.reason).", "Mend that")
            }
        default:
            reject(
                name, "Expected a string or a reference, found another object.",
                mend: "Write {\"$env\": \"NAME\"} or {\"$file\": \"path\"}, with a \"default\" if you like.")
            return nil
        }
    }

    private func fallback(
        _ name: String, _ reference: [String: FlagValue], _ message: String, _ mend: String
    ) -> Text? {
        if case .string(let text)? = reference["default"] { return Text(value: text, shown: "\"\(text)\"") }
        reject(name, message, mend: "\(mend), or add a \"default\".")
        return nil
    }

    private func contents(of path: String) throws(FileError) -> String {
        let bytes = try host.files.contents(of: resolve(path))
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path: path, reason: "it is not UTF-8")
        }
        return String(text.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
    }
}
