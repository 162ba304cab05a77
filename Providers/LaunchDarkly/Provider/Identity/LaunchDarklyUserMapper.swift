// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// Says who flags are decided for in the words of LaunchDarkly's user era.
///
/// A context that carries a ``LaunchDarklyUser`` is that user, unchanged: the rules do not touch it. Otherwise the rules
/// hold first, and then the primary part becomes the user: attributes with the name of a known one (`name`, `firstName`,
/// `lastName`, `country`, `ip`, `email`, `avatar`, `secondary`) must be texts, all others become custom attributes. A part
/// without a key gets the device's key and is anonymous. What a user cannot say is left out and told as `contextLoss`:
/// further parts, objects, lists in lists, numbers that are none. A null counts as nothing.
///
/// Asks the device's key store at most once; load it before (``LaunchDarklyDeviceKey/load()``), and mapping costs memory
/// only. Safe to use from any thread.
public struct LaunchDarklyUserMapper: ContextMapper {
    /// What LaunchDarkly is told differently from what the app says.
    public var rules: MappingRules
    /// The key of users who have none.
    public let deviceKey: LaunchDarklyDeviceKey

    /// Makes a mapper.
    ///
    /// - Parameters:
    ///   - rules: What LaunchDarkly is told differently.
    ///   - deviceKey: The key of users who have none; one that is kept nowhere unless another is given.
    public init(rules: MappingRules = MappingRules(), deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.rules = rules
        self.deviceKey = deviceKey
    }

    /// Makes a mapper whose rules a configuration says, as the member `mapping` (`Settings.mappingRules(_:)`).
    public init(_ settings: Settings, deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.init(rules: settings.mappingRules("mapping"), deviceKey: deviceKey)
    }

    /// The user that a context stands for.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` when the key is empty.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyUser> {
        if let user = context.attachment?.as(LaunchDarklyUser.self) { return MappedContext(user) }
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
        for (name, value) in part.attributes.sorted(by: { $0.key < $1.key }) where !value.isNull {
            add(name, value, to: &user, &losses)
        }
        for name in part.privateAttributes.sorted() { keepPrivate(name, in: &user, &losses) }
        return MappedContext(user, losses: losses.findings)
    }

    private func add(_ name: String, _ value: FlagValue, to user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "The key, and whether somebody is anonymous, are no attributes; it was left out.",
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

    /// A path into an attribute hides the whole attribute: users have no finer way.
    private func keepPrivate(_ name: String, in user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "The key, and whether somebody is anonymous, cannot be private; events hold them.",
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
