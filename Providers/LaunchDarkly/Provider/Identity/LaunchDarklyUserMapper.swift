// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Maps neutral contexts to the users of LaunchDarkly's clients before contexts.
///
/// A context that carries a ``LaunchDarklyUser`` is mapped to that user, unchanged: the rules do not affect it.
/// Otherwise the rules are applied first, and then the primary part becomes the user: attributes with the name of a
/// known one (`name`, `firstName`, `lastName`, `country`, `ip`, `email`, `avatar`, `secondary`) must be texts, all
/// others become custom attributes. A part without a key gets the device's key and is anonymous. What a user cannot
/// express is left out and reported as `contextLoss`: further parts, objects, lists in lists, numbers that are not
/// finite. A null counts as absent.
///
/// Reads the device's key store at most once; if it is loaded before (``LaunchDarklyDeviceKey/load()``), mapping only
/// costs memory. Safe to use from any thread.
public struct LaunchDarklyUserMapper: ContextMapper {
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules
    /// The key of users who have none.
    public let deviceKey: LaunchDarklyDeviceKey

    /// Makes a mapper.
    ///
    /// - Parameters:
    ///   - rules: The rules that change a context before it is mapped.
    ///   - deviceKey: The key of users who have none; by default, one that is not stored.
    public init(rules: MappingRules = MappingRules(), deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.rules = rules
        self.deviceKey = deviceKey
    }

    /// Makes a mapper with the rules of a configuration's member `mapping` (`SettingsReader.mappingRules(_:)`).
    public init(_ settings: SettingsReader, deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.init(rules: settings.mappingRules("mapping"), deviceKey: deviceKey)
    }

    /// Maps a neutral context.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` when the key is empty.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyUser> {
        if let user = context.attachment(as: LaunchDarklyUser.self) { return MappedContext(user) }
        let context = rules.apply(to: context)
        let part = context.primary
        if part.key == "" {
            throw FlagError(
                .targetingKeyMissing,
                "LaunchDarkly needs a key, and that of the context is empty. Give it one, or none for an anonymous user."
            )
        }
        var user = LaunchDarklyUser(
            key: part.key ?? deviceKey.value, isAnonymous: part.isAnonymous ? true : nil)
        var losses = Losses()
        losses.noteKinds(of: context)
        for (name, value) in part.attributes.sorted(by: \.key) where !value.isNull {
            add(name, value, to: &user, &losses)
        }
        for name in part.privateAttributes.sorted(by: \.self) { keepPrivate(name, in: &user, &losses) }
        return MappedContext(user, losses: losses.findings)
    }

    private func add(_ name: String, _ value: FlagValue, to user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "The key, and whether the user is anonymous, are no attributes; it was left out.",
                suggestion: "Rename it.")
        }
        guard let known = LaunchDarklyUser.known.first(where: { $0.name == name }) else {
            user.custom[name] = losses.expressible(value, name)
            return
        }
        if case .string(let text) = value {
            user[keyPath: known.value] = text
        } else {
            losses.add(
                name, "LaunchDarkly takes only a text for this attribute, found \(value.noun); it was left out.",
                suggestion: "Give it as a text, or rename it.")
        }
    }

    /// Makes an attribute private; a path hides the whole attribute, because users allow nothing finer.
    private func keepPrivate(_ name: String, in user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "The key, and whether the user is anonymous, cannot be private; events hold them.",
                suggestion: "Use a key that says nothing about the person.")
        }
        guard name.hasPrefix("/"), user.custom[name] == nil else {
            user.privateAttributes.insert(name)
            return
        }
        let first = name.dropFirst().prefix { $0 != "/" }
        let attribute = first.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
            .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        user.privateAttributes.insert(attribute)
    }
}
