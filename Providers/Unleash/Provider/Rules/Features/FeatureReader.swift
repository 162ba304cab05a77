// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// Reads features and segments.
///
/// Unreadable parts are recorded, and the rest is kept in such a way that an unreadable part never turns a flag on. A strategy
/// with an unreadable part doesn't apply.
extension RuleReader {
    // MARK: Features

    /// Reads a feature, or returns `nil` if it has no name or no `enabled`.
    mutating func feature(_ text: String) -> Feature? {
        var scanner = JSONScanner(text)
        var feature = Feature(text: text, name: "", isEnabled: false)
        var isEnabled: Bool?
        read { reader throws(Fault) in
            try reader.members(FeatureMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
                switch member {
                case .name: feature.name = try reader.text(&scanner) ?? ""
                case .enabled: isEnabled = try reader.bool(&scanner)
                case .impressionData: feature.impressionData = try reader.bool(&scanner) == true
                case .strategies:
                    feature.strategies = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                        try reader.strategy(&scanner)
                    }
                case .dependencies:
                    feature.parents = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                        try reader.parent(&scanner)
                    }
                case .variants:
                    feature.variants = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                        try reader.variant(&scanner)
                    }
                }
            }
        }
        guard !feature.name.isEmpty, let isEnabled else {
            add(
                "The flag has no name or no \"enabled\", so it was skipped.",
                suggestion: "Add \"name\": \"…\" and \"enabled\": true or false.")
            return nil
        }
        feature.isEnabled = isEnabled
        feature.isBroken = faults > 0
        return feature
    }

    private mutating func strategy(_ scanner: inout JSONScanner) throws(Fault) -> Strategy? {
        var strategy = Strategy(name: "")
        let before = faults
        try members(StrategyMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .name: strategy.name = try reader.text(&scanner) ?? ""
            case .disabled: if try reader.bool(&scanner) == true { strategy.neverHolds = true }
            case .parameters:
                try reader.members(of: &scanner) { reader, name, scanner throws(Fault) in
                    strategy.parameters[name] = try reader.text(&scanner)
                }
            case .constraints:
                strategy.constraints = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.constraint(&scanner)
                }
            case .segments:
                strategy.segments = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.segmentNumber(&scanner)
                }
            case .variants:
                strategy.variants = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.variant(&scanner)
                }
            }
        }
        if strategy.name.isEmpty, faults == before {
            add("The strategy has no name, so it doesn't apply.", suggestion: "Add \"name\": \"flexibleRollout\".")
        }
        // The flag's other strategies can still apply.
        if faults > before { strategy.neverHolds = true }
        faults = before
        return strategy
    }

    private mutating func segmentNumber(_ scanner: inout JSONScanner) throws(Fault) -> Int64? {
        if let number = Int64(flagValue: try scanner.value()) { return number }
        add("The segment isn't an integer, so the strategy doesn't apply.", suggestion: "Use the segment's number.")
        return nil
    }

    private mutating func parent(_ scanner: inout JSONScanner) throws(Fault) -> Parent? {
        var parent = Parent(name: "")
        let before = faults
        try members(ParentMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .feature: parent.name = try reader.text(&scanner) ?? ""
            case .enabled: parent.isEnabled = try reader.bool(&scanner) != false
            case .variants:
                parent.variants = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.text(&scanner)
                }
            }
        }
        if !parent.name.isEmpty { return parent }
        if faults > before { return nil }
        add("The dependency has no flag name, so the flag is off.", suggestion: "Add \"feature\": \"…\".")
        return nil
    }

    /// Reads a variant.
    ///
    /// An unreadable variant is left out, and the flag can be on without it.
    private mutating func variant(_ scanner: inout JSONScanner) throws(Fault) -> Variant? {
        let before = faults
        defer { faults = before }
        var variant = Variant(name: "", weight: 0)
        var weight: UInt32?
        try members(VariantMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .name: variant.name = try reader.text(&scanner) ?? ""
            case .weight: weight = UInt32(flagValue: try scanner.value())
            case .stickiness: variant.stickiness = try reader.text(&scanner)
            case .payload:
                _ = scanner.next
                let start = scanner.offset
                variant.payload = try reader.payload(&scanner)
                variant.payloadText = variant.payload == nil ? nil : scanner.text(from: start)
            case .overrides:
                variant.overrides = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.override(&scanner)
                }
            }
        }
        guard !variant.name.isEmpty, let weight else {
            add(
                "The variant has no name or no integer weight, so it was left out.",
                suggestion: "Add both.")
            return nil
        }
        variant.weight = weight
        return variant
    }

    /// Reads a payload.
    ///
    /// Returns `nil` if the payload is null. If it has no value, this also returns `nil` and records a problem.
    private mutating func payload(_ scanner: inout JSONScanner) throws(Fault) -> UnleashToggle.Payload? {
        let json: FlagValue
        if scanner.next == UInt8(ascii: "{") {
            var type = FlagValue.null
            var value = FlagValue.null
            try members(PayloadMember.self, of: &scanner) { _, member, scanner throws(Fault) in
                switch member {
                case .type: type = try scanner.value()
                case .value: value = try scanner.value()
                }
            }
            if case .string(let type) = type, case .string(let value) = value {
                return UnleashToggle.Payload(type: type, value: value)
            }
            json = ["type": type, "value": value]
        } else {
            json = try scanner.value()
        }
        return collect { [subject, steps] in UnleashToggle.Payload(json, of: subject ?? "", at: steps, &$0) }
    }

    private mutating func override(_ scanner: inout JSONScanner) throws(Fault) -> Variant.Override? {
        var override = Variant.Override(field: "", values: [])
        try members(OverrideMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .contextName: override.field = try reader.text(&scanner) ?? ""
            case .values:
                override.values = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.text(&scanner)
                }
            }
        }
        if !override.field.isEmpty { return override }
        add("The override has no \"contextName\", so it was left out.", suggestion: "Add \"contextName\": \"userId\".")
        return nil
    }

    // MARK: Constraints

    /// Reads the constraints of a segment.
    ///
    /// If one of them can't be tested, the segment is never met.
    mutating func segment(_ text: String) -> [Constraint] {
        var scanner = JSONScanner(text)
        var constraints: [Constraint] = []
        read { reader throws(Fault) in
            try reader.members(SegmentMember.self, of: &scanner) { reader, _, scanner throws(Fault) in
                constraints = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.constraint(&scanner)
                }
            }
        }
        return faults > 0 ? [.never] : constraints
    }

    private mutating func constraint(_ scanner: inout JSONScanner) throws(Fault) -> Constraint? {
        var members = ConstraintMembers()
        let before = faults
        try self.members(ConstraintMember.self, of: &scanner) { reader, member, scanner throws(Fault) in
            switch member {
            case .contextName: members.field = try reader.text(&scanner) ?? ""
            case .operator: members.operation = try reader.text(&scanner) ?? ""
            case .value: members.value = try reader.text(&scanner) ?? ""
            case .values:
                members.values = try reader.elements(of: &scanner) { (reader, scanner) throws(Fault) in
                    try reader.text(&scanner)
                }
            case .inverted: members.isInverted = try reader.bool(&scanner) == true
            case .caseInsensitive: members.ignoresCase = try reader.bool(&scanner) == true
            }
        }
        return faults > before ? nil : constraint(members)
    }

    /// Reads a string, or a number or Boolean as a string.
    ///
    /// Returns `nil` if the value is null. A value of another type is also recorded as a problem.
    private mutating func text(_ scanner: inout JSONScanner) throws(Fault) -> String? {
        let value = try scanner.value()
        if case .string(let text) = value { return text }
        if let text = value.asText { return text }
        if !value.isNull { add("Expected a string, found \(value.noun).", suggestion: "Add quotation marks.") }
        return nil
    }
}
