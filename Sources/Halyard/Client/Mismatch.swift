// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag that was read as a type which its value does not fit.
struct Mismatch {
    let flag: Flag
    let type: any Sendable.Type
    private let decoder: FlagValueDecoder

    init<Value>(_ flag: Flag, as key: FlagKey<Value>) { (self.flag, type, decoder) = (flag, Value.self, key.decoder) }

    /// What is the matter; of a structure, the first member that does not fit.
    var message: String {
        if let name = FoundationTypes.name(of: type) {
            return "The flag '\(flag.key)' is not read: \(FoundationTypes.refusal(of: name))."
        }
        if let member = misfit { return "The flag '\(flag.key)' does not fit \(type): \(member)." }
        let nouns = [flag.value, flag.variantValue].compactMap { $0?.noun }.joined(separator: " and ")
        return "The flag '\(flag.key)' has \(nouns), not a value of type \(type)."
    }

    var mend: String {
        if FoundationTypes.name(of: type) != nil { return "Import it where the client is made." }
        return misfit == nil
            ? "Read it as another type, or give it another value." : "Mend the flag's value, or what it is read as."
    }

    private var misfit: String? {
        guard let type = type as? any Decodable.Type else { return nil }
        for case let value? in [flag.variantValue, flag.value] {
            // Of a single value the type says it all.
            switch value {
            case .array, .object: break
            default: continue
            }
            do {
                _ = try decoder.decode(type, from: value)
            } catch {
                return (error as? DecodingError)?.memberAndReason
            }
        }
        return nil
    }
}

extension FlagError {
    init(_ mismatch: Mismatch) { self.init(.typeMismatch, "\(mismatch.message) \(mismatch.mend)") }
}
