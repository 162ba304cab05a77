// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// One JSON object of a configuration, as the code that it configures reads it.
///
/// The accessors never throw: an error is recorded with its place, and a placeholder is returned, so that one pass finds
/// all errors in a file. A member that no accessor asked for is reported as unknown, with the nearest known name. So read
/// every member on every path, and build the result at the end; it is discarded if there was any error.
///
/// A sentence after a member's name says what the member is for. Editors show it: it becomes the `description` in the JSON
/// Schema.
///
/// Used on one thread, while a configuration is being loaded.
public final class SettingsReader {
    /// The name under which the object is configured; the provider's name, for a provider.
    public let name: String
    let pointer: JSONPointer
    let load: ConfigurationLoad
    /// Records what is asked for, when nothing is read.
    let form: SettingsForm?
    private let members: [String: FlagValue]
    /// Whether the object can be used: false when it is not an object.
    private(set) var isUsable = true
    /// Whether all expected members are known: false when the type of the part is unknown.
    private var knowsMembers = true
    private var known: Set<String> = []
    private var children: [SettingsReader] = []

    init(_ value: FlagValue, name: String, pointer: JSONPointer = JSONPointer(), load: ConfigurationLoad) {
        self.name = name
        self.pointer = pointer
        self.load = load
        form = load.isDescribing ? SettingsForm() : nil
        if case .object(let members) = value {
            self.members = members
        } else {
            members = [:]
            isUsable = false
            load.add(
                "wrongType", at: pointer, "Expected an object, found \(value.noun).", suggestion: "Write { … }.")
        }
    }

    /// What the configuration may use of the machine.
    public var host: ConfigurationHost { load.host }

    /// The bootstrap formats that are registered.
    public var formats: [BootstrapFormat] { load.registry.module.formats }

    /// The object as it is written.
    var json: FlagValue { .object(members) }

    /// A member that is an object, in this object or, if it is absent here, in the whole document; nil if both lack it.
    ///
    /// So one `network` member applies to all providers, and a provider's own applies to that provider.
    ///
    /// - Parameter name: The name of a ``SectionType`` that is registered.
    public func section(_ name: String) -> SettingsReader? {
        let own = value(
            name, "The section \"\(name)\", for this provider alone.", SettingsForm.definition(name))
        let owner = own == nil ? load.document ?? self : self
        guard let value = owner.value(name) else { return nil }
        load.depend(on: value)
        return owner.child(value, at: name, name: name)
    }

    /// Records that a member is risky: the configuration is read all the same, and each client that is made of it reports
    /// the warning.
    ///
    /// - Parameters:
    ///   - name: The member; nil for the object itself.
    ///   - message: What is the matter, as a sentence. Must not hold a secret.
    ///   - suggestion: What to do about it.
    public func addWarning(_ name: String?, _ message: String, suggestion: String = "") {
        load.add(
            "riskySetting", .warning, at: name.map(pointer.appending) ?? pointer, message, suggestion: suggestion)
    }

    /// Records that options are risky, though a provider can be made from them.
    public func addWarning(about risks: [InvalidOption]) {
        for risk in risks { addWarning(risk.option, risk.message, suggestion: risk.suggestion) }
    }

    /// Records an error in a member.
    ///
    /// - Parameters:
    ///   - name: The member; nil for the object itself.
    ///   - message: What is the matter, as a sentence. Must not hold a secret.
    ///   - suggestion: What to do about it.
    public func addError(_ name: String?, _ message: String, suggestion: String = "") {
        load.add("invalidSetting", at: name.map(pointer.appending) ?? pointer, message, suggestion: suggestion)
    }

    /// The names of the object's members, in ascending order.
    public var memberNames: [String] { members.keys.sorted(by: \.self) }

    /// A member as it is written; nil when it is absent.
    public func value(_ name: String) -> FlagValue? {
        form?.mention(name)
        known.insert(name)
        return members[name]
    }

    /// A member as it is written, and what the JSON Schema says of it; nil when it is absent.
    ///
    /// All accessors but ``value(_:)`` go through here, so that what they read is what they describe.
    func value(
        _ name: String, _ description: String?, _ schema: @autoclosure @escaping () -> FlagValue
    ) -> FlagValue? {
        form?.add(name, description, schema)
        return value(name)
    }

    /// A member as a Swift type; nil when it is absent, or of another type, which is recorded as an error.
    ///
    /// - Parameters:
    ///   - expected: What it has to be, in words.
    ///   - example: What to write, for arrays and objects.
    func read<Value: FlagValueConvertible>(
        _ name: String, _ description: String?, _ expected: String, write example: String? = nil,
        _ schema: @autoclosure @escaping () -> FlagValue
    ) -> Value? {
        guard let value = value(name, description, schema()) else { return nil }
        if let converted = Value(flagValue: value) { return converted }
        let found = example == nil ? Self.shown(value) : value.noun
        addError(name, "Expected \(expected), found \(found).", suggestion: "Write \(example ?? expected).")
        return nil
    }

    /// Records an error when a member is absent.
    func require(_ name: String, _ expected: String) {
        form?.require(name)
        guard isUsable, members[name] == nil else { return }
        load.add(
            "missingSetting", at: pointer, "The setting \"\(name)\" is missing.", suggestion: "Add it: \(expected).")
    }

    /// Stops reporting unknown members: the expected ones are not known.
    func giveUp() { knowsMembers = false }

    /// Reports the members that no accessor asked for, in this object and in those below it.
    func finish() {
        for name in memberNames where knowsMembers && !known.contains(name) {
            let nearest = NearestName.of(name, among: known)
            let list = known.sorted(by: \.self).joined(separator: ", ")
            load.add(
                "unknownSetting", at: pointer.appending(name), "There is no setting \"\(name)\" here.",
                suggestion: nearest.map { "Did you mean \"\($0)\"?" } ?? "The known ones: \(list).", target: .name)
        }
        for child in children { child.finish() }
    }

    /// Records that a word is not one of the known ones.
    ///
    /// - Parameters:
    ///   - name: The member that holds the word.
    ///   - what: What the word should name: `provider type`.
    ///   - known: The known words.
    ///   - code: What kind of finding it is.
    ///   - hint: What else may help.
    func rejectWord(
        _ name: String, _ what: String, among known: [String], code: Diagnostic.Code = "invalidSetting",
        hint: String = ""
    ) {
        guard let text = text(name) else { return }
        let nearest = text.nearest(among: known)
        load.add(
            code, at: pointer.appending(name), "No \(what) is named \(text.shown).",
            suggestion: KnownWords.suggestion(meant: nearest, among: known.sorted()) + (nearest == nil ? hint : ""))
    }

    /// Settings below these.
    ///
    /// - Parameters:
    ///   - value: The value there.
    ///   - step: The member or the number of the element.
    ///   - name: The name of the part that they configure.
    func child(_ value: FlagValue, at step: String, name: String) -> SettingsReader {
        let settings = SettingsReader(value, name: name, pointer: pointer.appending(step), load: load)
        children.append(settings)
        return settings
    }

    /// Resolves a path of the configuration: relative ones start from the configuration's folder.
    func resolve(_ path: String) -> String { FilePath.resolve(path, in: load.directory) }
}
