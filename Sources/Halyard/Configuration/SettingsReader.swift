// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// Reads the settings in one JSON object of a configuration.
///
/// The accessors never throw. They record an error with its location and return a placeholder, so that one pass finds all errors in
/// a file. If no accessor reads a setting, the setting is reported as unknown, with the most similar known name. So read every
/// setting on every code path, and create the result at the end. The result is discarded if there is an error.
///
/// The accessors take a description of the setting after its name. It becomes the `description` in the JSON Schema, which editors
/// show.
///
/// Use a reader only on the thread that loads the configuration.
public final class SettingsReader {
    /// The name of the object in the configuration, such as the provider's name.
    public let name: String
    let pointer: JSONPointer
    let builder: ConfigurationBuilder
    /// The description that the accessors record if the settings are only described.
    let form: SettingsForm?
    private let members: [String: FlagValue]
    /// A Boolean value that indicates whether the value is an object.
    private(set) var isUsable = true
    /// A Boolean value that indicates whether all settings are known.
    ///
    /// It is `false` if the type of the part is unknown.
    private var knowsMembers = true
    private var known: Set<String> = []
    private var children: [SettingsReader] = []

    init(_ value: FlagValue, name: String, pointer: JSONPointer = JSONPointer(), builder: ConfigurationBuilder) {
        self.name = name
        self.pointer = pointer
        self.builder = builder
        form = builder.isDescribing ? SettingsForm() : nil
        if case .object(let members) = value {
            self.members = members
        } else {
            members = [:]
            isUsable = false
            builder.add(
                "wrongType", at: pointer, "Expected an object, found \(value.noun).", suggestion: "Use { … }.")
        }
    }

    /// The parts of the machine that the configuration can use.
    public var host: ConfigurationHost { builder.host }

    /// The registered bootstrap formats.
    public var formats: [BootstrapFormat] { builder.registry.module.formats }

    /// The unchanged JSON object.
    var json: FlagValue { .object(members) }

    /// Returns a section of this object, or else of the document, or `nil` if neither has the section.
    ///
    /// So a `network` section of the document applies to all providers, unless a provider has its own.
    ///
    /// - Parameter name: Name of a registered ``SectionType``.
    public func inheritedSection(_ name: String) -> SettingsReader? {
        let own = value(
            name, "The \"\(name)\" section for this provider only.", SettingsForm.definition(name))
        let owner = own == nil ? builder.document ?? self : self
        guard let value = owner.value(name) else { return nil }
        builder.depend(on: value)
        return owner.child(value, at: name, name: name)
    }

    /// Records a warning about a setting.
    ///
    /// The configuration remains usable. Each client that uses it reports the warning.
    ///
    /// - Parameters:
    ///   - name: Name of the setting, or `nil` for the object itself.
    ///   - message: Sentence that describes the problem. Must not contain a secret.
    ///   - suggestion: Sentence that describes the fix.
    public func addWarning(_ name: String?, _ message: String, suggestion: String = "") {
        builder.add(
            "riskySetting", .warning, at: name.map(pointer.appending) ?? pointer, message, suggestion: suggestion)
    }

    /// Records warnings about options that a provider can still use.
    public func addWarning(about risks: [InvalidOption]) {
        for risk in risks { addWarning(risk.option, risk.message, suggestion: risk.suggestion) }
    }

    /// Records an error in a setting.
    ///
    /// - Parameters:
    ///   - name: Name of the setting, or `nil` for the object itself.
    ///   - message: Sentence that describes the problem. Must not contain a secret.
    ///   - suggestion: Sentence that describes the fix.
    public func addError(_ name: String?, _ message: String, suggestion: String = "") {
        builder.add("invalidSetting", at: name.map(pointer.appending) ?? pointer, message, suggestion: suggestion)
    }

    /// The names of the object's settings, in ascending order.
    public var memberNames: [String] { members.keys.sorted(by: \.self) }

    /// Returns the unchanged value of a setting, or `nil` if it is missing.
    public func value(_ name: String) -> FlagValue? {
        form?.mention(name)
        known.insert(name)
        return members[name]
    }

    /// Returns the unchanged value of a setting, or `nil` if it is missing, and records its JSON Schema.
    ///
    /// All accessors except ``value(_:)`` use this function, so that they describe every setting that they read.
    func value(
        _ name: String, _ description: String?, _ schema: @autoclosure @escaping () -> FlagValue
    ) -> FlagValue? {
        form?.add(name, description, schema)
        return value(name)
    }

    /// Returns a setting as a Swift type, or `nil` if it is missing or has another type, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - expected: Description of the expected value.
    ///   - example: Example value, for arrays and objects.
    func read<Value: FlagValueConvertible>(
        _ name: String, _ description: String?, _ expected: String, write example: String? = nil,
        _ schema: @autoclosure @escaping () -> FlagValue
    ) -> Value? {
        guard let value = value(name, description, schema()) else { return nil }
        if let converted = Value(flagValue: value) { return converted }
        let found = example == nil ? Self.shown(value) : value.noun
        addError(name, "Expected \(expected), found \(found).", suggestion: "Use \(example ?? expected).")
        return nil
    }

    /// Records an error if a setting is missing.
    func require(_ name: String, _ expected: String) {
        form?.require(name)
        guard isUsable, members[name] == nil else { return }
        builder.add(
            "missingSetting", at: pointer, "Missing setting \"\(name)\".", suggestion: "Add it: \(expected).")
    }

    /// Stops reporting unknown settings, because the expected settings are not known.
    func giveUp() { knowsMembers = false }

    /// Reports the settings that no accessor read, in this object and in nested objects.
    func finish() {
        for name in memberNames where knowsMembers && !known.contains(name) {
            let nearest = FormerNames.suggestion(for: name, among: known)
            let list = known.sorted(by: \.self).joined(separator: ", ")
            builder.add(
                "unknownSetting", at: pointer.appending(name), "Unknown setting \"\(name)\".",
                suggestion: nearest.map { "Did you mean \"\($0)\"?" } ?? "Known settings: \(list).", target: .name)
        }
        for child in children { child.finish() }
    }

    /// Records an error for an unknown word.
    ///
    /// - Parameters:
    ///   - name: Name of the setting.
    ///   - what: Noun for the word, such as `provider type`.
    ///   - known: Known words.
    ///   - code: Code of the diagnostic.
    ///   - hint: Additional suggestion.
    func rejectWord(
        _ name: String, _ what: String, among known: [String], code: Diagnostic.Code = "invalidSetting",
        hint: String = ""
    ) {
        guard let text = text(name) else { return }
        let nearest = text.nearest(among: known)
        builder.add(
            code, at: pointer.appending(name), "Unknown \(what): \(text.shown).",
            suggestion: KnownWords.suggestion(meant: nearest, among: known.sorted()) + (nearest == nil ? hint : ""))
    }

    /// Returns nested settings.
    ///
    /// - Parameters:
    ///   - value: Value of the nested object.
    ///   - step: Name of the setting, or index of the element.
    ///   - name: Name of the part that the settings configure.
    func child(_ value: FlagValue, at step: String, name: String) -> SettingsReader {
        let settings = SettingsReader(value, name: name, pointer: pointer.appending(step), builder: builder)
        children.append(settings)
        return settings
    }

    /// Returns a path of the configuration, resolved relative to the configuration's folder.
    func resolve(_ path: String) -> String { FilePath.resolve(path, in: builder.directory) }
}
