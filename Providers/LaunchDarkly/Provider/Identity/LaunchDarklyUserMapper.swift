// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// A mapper from vendor-neutral contexts to the users of LaunchDarkly's clients before contexts.
///
/// If a context carries a ``LaunchDarklyUser``, the mapper returns that user without applying the rules. Otherwise, the
/// mapper applies the rules first, and then converts the primary part to the user. Attributes with the name of a known
/// attribute (`name`, `firstName`, `lastName`, `country`, `ip`, `email`, `avatar`, `secondary`) must be strings. All other
/// attributes become custom attributes. A part without a key gets the device's key and is anonymous.
///
/// The mapper leaves out everything that a user can't express, and reports it as `contextLoss`: further parts, objects, lists
/// in lists, and numbers that aren't finite. A null counts as absent.
///
/// The mapper reads the device's key store at most once. If you load the key first (``LaunchDarklyDeviceKey/load()``), mapping
/// doesn't perform I/O. You can use the mapper from any thread.
public struct LaunchDarklyUserMapper: ContextMapper {
    /// The rules that change a context before it is mapped.
    public var rules: MappingRules
    /// The key of users without a key.
    public let deviceKey: LaunchDarklyDeviceKey

    /// Creates a mapper.
    ///
    /// - Parameters:
    ///   - rules: The rules that change a context before it is mapped.
    ///   - deviceKey: The key of users without a key. By default, it isn't stored.
    public init(rules: MappingRules = MappingRules(), deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.rules = rules
        self.deviceKey = deviceKey
    }

    /// Creates a mapper with the rules of a configuration's `mapping` setting (`SettingsReader.mappingRules(_:)`).
    public init(_ settings: SettingsReader, deviceKey: LaunchDarklyDeviceKey = LaunchDarklyDeviceKey()) {
        self.init(rules: settings.mappingRules("mapping"), deviceKey: deviceKey)
    }

    /// Returns the user for a vendor-neutral context.
    ///
    /// - Throws: A `FlagError` with `ErrorCode.targetingKeyMissing` if the key is empty.
    public func map(_ context: EvaluationContext) throws -> MappedContext<LaunchDarklyUser> {
        if let user = context.attachment(as: LaunchDarklyUser.self) { return MappedContext(user) }
        let context = rules.apply(to: context)
        let part = context.primary
        if part.key == "" {
            throw FlagError(
                .targetingKeyMissing,
                "The context's key is empty. Set a key, or remove it for an anonymous user."
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
        return MappedContext(user, losses: losses.diagnostics)
    }

    private func add(_ name: String, _ value: FlagValue, to user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "LaunchDarkly users don't allow this attribute name. Halyard left the attribute out.",
                suggestion: "Rename the attribute.")
        }
        guard let known = LaunchDarklyUser.known.first(where: { $0.name == name }) else {
            user.custom[name] = losses.expressible(value, name)
            return
        }
        if case .string(let text) = value {
            user[keyPath: known.value] = text
        } else {
            losses.add(
                name, "LaunchDarkly requires a string for this attribute, found \(value.noun). Halyard left it out.",
                suggestion: "Use a string, or rename the attribute.")
        }
    }

    /// Makes an attribute private.
    ///
    /// A path hides the whole attribute, because users don't support anything finer.
    private func keepPrivate(_ name: String, in user: inout LaunchDarklyUser, _ losses: inout Losses) {
        guard !["key", "anonymous"].contains(name) else {
            return losses.add(
                name, "The key and anonymous properties can't be private because events contain them.",
                suggestion: "Use a key without personal data.")
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
