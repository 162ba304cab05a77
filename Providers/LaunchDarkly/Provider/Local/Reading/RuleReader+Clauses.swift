// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads clauses, and the values of all objects.
extension RuleReader {
    mutating func clauses(_ scanner: inout JSONScanner) throws(Fault) -> [LocalClause] {
        try objects(of: &scanner) { (reader, scanner) throws(Fault) in
            var clause = LocalClause()
            try reader.members(ClauseMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                switch member {
                case .contextKind: clause.kind = try reader.string(&scanner)
                case .attribute: clause.attribute = try reader.string(&scanner)
                case .op: clause.operation = try reader.string(&scanner)
                case .values:
                    clause.values = try reader.elements(of: &scanner) { (_, scanner) throws(Fault) in
                        try scanner.value()
                    }
                case .negate: clause.isNegated = try reader.bool(&scanner) == true
                }
            }
            return clause
        }
    }

    // MARK: Values

    /// Reads the objects of a list.
    ///
    /// A null is recorded as a problem, because an object without properties can apply to all contexts.
    mutating func objects<Element>(
        of scanner: inout JSONScanner, _ read: (inout RuleReader, inout JSONScanner) throws(Fault) -> Element?
    ) throws(Fault) -> [Element] {
        try elements(of: &scanner) { (reader, scanner) throws(Fault) in
            guard scanner.next == UInt8(ascii: "n") else { return try read(&reader, &scanner) }
            try scanner.skipValue()
            reader.add("Expected an object, found null.", suggestion: "Remove it, or use {…}.")
            return nil
        }
    }

    /// Reads a string, or returns an empty string for null or another type, and records another type as a problem.
    mutating func string(_ scanner: inout JSONScanner) throws(Fault) -> String {
        let value = try scanner.value()
        if case .string(let text) = value { return text }
        if !value.isNull { add("Expected a string, found \(value.noun).", suggestion: "Use a string.") }
        return ""
    }

    mutating func strings(_ scanner: inout JSONScanner) throws(Fault) -> [String] {
        try elements(of: &scanner) { (reader, scanner) throws(Fault) in
            let value = try scanner.value()
            if case .string(let text) = value { return text }
            reader.add("Expected a string, found \(value.noun).", suggestion: "Use a string.")
            return nil
        }
    }

    /// Reads an integer, which can have a fraction of zero.
    ///
    /// Returns `nil` for null or another type, and records another type as a problem.
    mutating func integer(_ scanner: inout JSONScanner) throws(Fault) -> Int64? {
        let value = try scanner.value()
        if value.isNull { return nil }
        if let number = Int64(flagValue: value) { return number }
        add("Expected an integer, found \(value.noun).", suggestion: "Use an integer.")
        return nil
    }

    mutating func index(_ scanner: inout JSONScanner) throws(Fault) -> Int? {
        // A number that doesn't fit isn't the index of a variation either.
        try integer(&scanner).map { Int(clamping: $0) }
    }

    /// Reads a time in milliseconds since 1970, which can have a fraction, or returns `nil` for null and zero.
    mutating func milliseconds(_ scanner: inout JSONScanner) throws(Fault) -> Int64? {
        let value = try scanner.value()
        switch value {
        case .null, .int(0): return nil
        case .int(let number): return number
        case .double(let number): return Int64(exactly: number.rounded(.towardZero)).flatMap { $0 == 0 ? nil : $0 }
        default:
            add("Expected a number, found \(value.noun).", suggestion: "Use milliseconds since 1970.")
            return nil
        }
    }
}
