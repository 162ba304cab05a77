// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// One JSON object of a configuration, as the code that it configures reads it.
///
/// The accessors never throw: what is wrong is noted with its place, and a placeholder comes back, so that one pass
/// finds everything that is wrong in a file. A member that no accessor asked for is reported as unknown, with the nearest
/// known name. So read every member on every path, and build the result at the end; it is thrown away if anything was
/// noted.
///
/// Used on one thread, while a configuration is being loaded.
public final class Settings {
    /// The name under which the object is configured; the provider's name, for a provider.
    public let name: String
    let pointer: JSONPointer
    let load: ConfigurationLoad
    /// What was asked for, when nothing is read.
    let form: SettingsForm?
    private let members: [String: FlagValue]
    /// Whether the object is one at all, and nobody asks for more than that.
    private(set) var isUsable = true
    private var known: Set<String> = []
    private var children: [Settings] = []

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
            load.check.add("wrongType", at: pointer, "Expected an object, found \(value.noun).", mend: "Write { … }.")
        }
    }

    /// What the configuration may use of the machine.
    public var host: ConfigurationHost { load.host }

    /// The bootstrap formats that are registered.
    public var formats: [BootstrapFormat] { load.registry.formats }

    /// The object as it stands.
    var json: FlagValue { .object(members) }

    /// A member that is an object, here or, where it is absent here, in the whole document; nil where it is in neither.
    ///
    /// So one member `network` holds for all providers, and a provider's own for that one.
    ///
    /// - Parameter name: The name of a ``SectionType`` that is registered.
    public func section(_ name: String) -> Settings? {
        let owner = value(name) == nil ? load.document ?? self : self
        form?.add(name, ["$ref": .string("#/$defs/\(name)")])
        describe([name: "The section \"\(name)\", for this provider alone."])
        guard let value = owner.value(name) else { return nil }
        load.depend(on: value)
        return owner.child(value, at: name, name: name)
    }

    /// Notes that a member is risky: the configuration is read all the same, and each client that is made of it reports
    /// the warning.
    ///
    /// - Parameters:
    ///   - name: The member; nil for the object itself.
    ///   - message: What is the matter, as a sentence. Must not hold a secret.
    ///   - mend: What to do about it.
    public func warn(_ name: String?, _ message: String, mend: String = "") {
        load.check.add("riskySetting", .warning, at: name.map(pointer.appending) ?? pointer, message, mend: mend)
    }

    /// Notes that something is wrong with a member.
    ///
    /// - Parameters:
    ///   - name: The member; nil for the object itself.
    ///   - message: What is the matter, as a sentence. Must not hold a secret.
    ///   - mend: What to do about it.
    public func reject(_ name: String?, _ message: String, mend: String = "") {
        load.check.add("invalidSetting", at: name.map(pointer.appending) ?? pointer, message, mend: mend)
    }

    /// Says what members are for; editors show it, because it becomes the `description` of the JSON Schema.
    ///
    /// Costs nothing while a configuration is read.
    ///
    /// - Parameter texts: A sentence for each member, by its name.
    public func describe(_ texts: @autoclosure () -> [String: String]) { form?.describe(texts()) }

    /// The names of the object's members, in ascending order.
    public var memberNames: [String] { members.keys.sorted() }

    /// A member as it stands; nil when it is absent.
    public func value(_ name: String) -> FlagValue? {
        form?.mention(name)
        known.insert(name)
        return members[name]
    }

    /// A member that is an object; nil when it is absent.
    ///
    /// Where settings are only described, an empty one, so that what is in it is described too.
    public func object(_ name: String) -> Settings? {
        let member = value(name) ?? (load.isDescribing ? .object([:]) : nil)
        return member.map { member in
            let child = child(member, at: name, name: name)
            form?.add(name, child.form)
            return child
        }
    }

    /// Stops complaining about the object: what it should hold is not known.
    func giveUp() { isUsable = false }

    /// Reports the members that nobody asked for, in this object and in those below it.
    func finish() {
        guard isUsable else { return }
        for name in memberNames where !known.contains(name) {
            let nearest = NearestName.of(name, among: known)
            let list = known.sorted().joined(separator: ", ")
            load.check.add(
                "unknownSetting", at: pointer.appending(name), "There is no setting \"\(name)\" here.",
                mend: nearest.map { "Did you mean \"\($0)\"?" } ?? "The known ones: \(list).", target: .name)
        }
        for child in children { child.finish() }
    }

    /// Notes that a word is none of those that are known.
    ///
    /// - Parameters:
    ///   - name: The member that holds the word.
    ///   - what: What the word should name: `provider type`.
    ///   - known: The words that are known.
    ///   - hint: What else may help.
    func rejectWord(_ name: String, _ what: String, among known: [String], hint: String = "") {
        guard let text = text(name) else { return }
        let list = known.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let nearest = text.isLiteral ? NearestName.of(text.value, among: known) : nil
        reject(
            name, "No \(what) is named \(text.shown).",
            mend: nearest.map { "Did you mean \"\($0)\"?" } ?? "The known ones: \(list).\(hint)")
    }

    /// Settings below these.
    ///
    /// - Parameters:
    ///   - value: What stands there.
    ///   - step: The member or the number of the element.
    ///   - name: What the part is called that they configure.
    func child(_ value: FlagValue, at step: String, name: String) -> Settings {
        let settings = Settings(value, name: name, pointer: pointer.appending(step), load: load)
        children.append(settings)
        return settings
    }

    /// A path as the configuration means it: relative ones start from the configuration's folder.
    func resolve(_ path: String) -> String { FilePath.resolve(path, in: load.directory) }
}
