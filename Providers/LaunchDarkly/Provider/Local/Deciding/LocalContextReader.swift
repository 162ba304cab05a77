// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Looks up single attributes of a context, as LaunchDarkly defines them.
struct LocalContextReader {
    private enum Part {
        /// A part that doesn't need to be mapped to look up an attribute.
        case plain(EvaluationContext.Part)
        case mapped(LaunchDarklyContext.Part)
    }

    /// The kinds of the parts.
    let kinds: [String]
    private let parts: [Part]
    private let deviceKeys: LaunchDarklyDeviceKeys

    /// Creates a reader, or returns `nil` if LaunchDarkly doesn't accept the context.
    init?(_ context: EvaluationContext, _ mapper: LaunchDarklyContextMapper) {
        deviceKeys = mapper.deviceKeys
        if context.attachment == nil, mapper.rules == MappingRules() {
            let all = context.parts
            guard all.allSatisfy({ $0.kind.isValidForLaunchDarkly && $0.key != "" }) else { return nil }
            kinds = all.map(\.kind.rawValue)
            parts = all.map { .plain($0) }
        } else {
            guard let mapped = try? mapper.map(context).output else { return nil }
            let all = mapped.parts
            kinds = all.map(\.kind.rawValue)
            parts = all.map { .mapped($0) }
        }
    }

    /// Returns the value of a field, or `nil` if the context has no value that LaunchDarkly supports.
    func value(of field: LocalField) -> FlagValue? {
        guard let place = kinds.firstIndex(of: field.kind) else { return nil }
        let value: FlagValue? =
            switch parts[place] {
            case .plain(let part): self.value(of: field.path, in: part)
            case .mapped(let part): part.value(at: field.path)
            }
        return value.flatMap { $0.isNull ? nil : $0 }
    }

    /// Returns the same value as in a mapped context.
    private func value(of path: [String], in part: EvaluationContext.Part) -> FlagValue? {
        let value: FlagValue?
        switch path[0] {
        case "kind": value = .string(part.kind.rawValue)
        case "key": value = .string(part.key ?? deviceKeys[part.kind].value)
        case "anonymous": value = .bool(part.isAnonymous)
        case "_meta": value = nil
        case "name":
            if case .string(let name)? = part.attributes["name"] { value = .string(name) } else { value = nil }
        default: value = part.attributes.value(of: path[0])
        }
        guard let found = path.dropFirst().reduce(value, { $0?.property($1) }) else { return nil }
        if found.isFinite { return found }
        // Mapping leaves out numbers that aren't finite.
        guard case .array(let elements) = found else { return nil }
        return .array(elements.filter(\.isFinite))
    }
}

extension LaunchDarklyContext.Part {
    /// Returns the value at a path, or `nil` if there's none.
    fileprivate func value(at path: [String]) -> FlagValue? {
        let value: FlagValue? =
            switch path[0] {
            case "kind": .string(kind.rawValue)
            case "key": .string(key)
            case "anonymous": .bool(isAnonymous)
            case "name": name.map(FlagValue.string)
            default: attributes.value(of: path[0])
            }
        return path.dropFirst().reduce(value) { $0?.property($1) }
    }
}

extension FlagValue {
    /// Returns a property of an object, whose name is compared by bytes.
    fileprivate func property(_ name: String) -> FlagValue? {
        if case .object(let members) = self { members.value(of: name) } else { nil }
    }
}

extension [String: FlagValue] {
    /// Returns the value of a name, compared by bytes.
    fileprivate func value(of name: String) -> FlagValue? {
        guard let index = index(forKey: name), self[index].key.hasSameBytes(as: name) else { return nil }
        return self[index].value
    }
}
