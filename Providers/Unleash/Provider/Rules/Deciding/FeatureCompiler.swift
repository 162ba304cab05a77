// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport

/// Compiles a feature into rules that can be tested quickly.
struct FeatureCompiler {
    /// The settings that apply to all features.
    struct Dependencies: Sendable {
        var origin: Origin
        /// Closures that return the app's custom strategies for some parameters, by name.
        var strategies: [String: @Sendable ([String: String]) -> FeatureRules.Custom] = [:]
        var hostName: String
        /// Called with each diagnostic of a read, on the reading thread.
        var report: @Sendable (Diagnostic) -> Void = { _ in }
    }

    /// The names of the built-in strategies.
    static let strategies = [
        "default", "userWithId", "flexibleRollout", "gradualRolloutUserId", "gradualRolloutSessionId",
        "gradualRolloutRandom", "remoteAddress", "applicationHostname",
    ]

    let dependencies: Dependencies
    let segments: [Int64: ConstraintList]
    private(set) var reader: RuleReader

    private var flags: [EvaluatedFlag] = []
    /// The numbers of the flags by variant, with an empty name for no variant.
    private var numbers: [String: [Int]] = [:]
    /// The feature's previous flags, by variant.
    private let earlierFlags: [String: [EvaluatedFlag]]
    private var strategies: [FeatureRules.Strategy] = []
    private var constraints = ConstraintList()
    private var usedSegments: [ConstraintList] = []
    private var draws: [FeatureRules.Draw] = []
    private var drawLists = FeatureRules.DrawLists()
    private var customs: [FeatureRules.Custom] = []

    /// - Parameters:
    ///   - earlier: The feature's previous rules. Equal flags keep their objects, so that their counts continue.
    ///   - reader: The reader that reads the feature, and records problems with it.
    init(
        _ dependencies: Dependencies, segments: [Int64: ConstraintList], earlier: FeatureRules?, reader: RuleReader
    ) {
        self.dependencies = dependencies
        self.segments = segments
        earlierFlags = Dictionary(grouping: earlier?.flags ?? []) { $0.variant ?? "" }
        self.reader = reader
    }

    /// Compiles a feature.
    ///
    /// - Parameters:
    ///   - parents: The rules of the flags that the feature depends on, if a flag can depend on them.
    ///   - fields: The collection that receives the fields of the rules.
    mutating func rules(
        of feature: Feature, parents: [String: FeatureRules], fields: inout ContextFields
    ) -> FeatureRules {
        let off = EvaluatedFlag(
            feature.name, false, variantValue: .null, reason: feature.isEnabled ? .default : .disabled,
            origin: dependencies.origin, reporting: feature.impressionData ? .each : [])
        _ = number(of: off)
        var allParents: [FeatureRules.Parent]? = []
        for parent in feature.parents {
            if let rules = parents[parent.name] {
                allParents?.append(FeatureRules.Parent(parent, rules))
            } else {
                allParents = nil
                reader.add(
                    "The flag is off. It depends on \"\(parent.name)\", which is unknown or depends on another flag.",
                    at: ["dependencies"], suggestion: "Create that flag, or remove the dependency.")
            }
        }
        if feature.isEnabled, !feature.isBroken, allParents != nil { add(feature.strategies, of: feature, &fields) }
        return FeatureRules(
            of: feature, flags: flags, strategies: strategies, constraints: constraints, segments: usedSegments,
            draws: draws, drawLists: drawLists, parents: allParents ?? [], customs: customs)
    }

    private mutating func add(_ all: [Strategy], of feature: Feature, _ fields: inout ContextFields) {
        if all.isEmpty {
            let outcome = outcome(
                feature.variants, of: feature, .static, stickiness: feature.variants.first?.stickiness,
                group: feature.name, &fields)
            strategies.append(
                FeatureRules.Strategy(test: .always, constraints: 0..<0, segments: 0..<0, outcome: outcome))
        }
        for (index, strategy) in all.enumerated() {
            let place = ["strategies", String(index)]
            var own = strategy.constraints
            var test = test(of: strategy, feature, place, adding: &own, &fields)
            let firstSegment = usedSegments.count
            for number in strategy.segments {
                if let segment = segments[number] {
                    usedSegments.append(segment)
                } else {
                    test = .never
                    reader.add(
                        "Unknown segment \(number). The strategy doesn't apply.", at: place,
                        suggestion: "Remove the segment from the strategy.")
                }
            }
            // Then the rest of the strategy has no effect.
            if strategy.neverHolds { test = .never }
            if case .never = test { continue }
            let isTargeted = !own.isEmpty || !strategy.segments.isEmpty
            let reason = test.reason ?? (isTargeted ? .targetingMatch : .static)
            let hasVariants = !strategy.variants.isEmpty
            let outcome = outcome(
                hasVariants ? strategy.variants : feature.variants, of: feature, reason,
                stickiness: hasVariants ? strategy.parameters["stickiness"] : feature.variants.first?.stickiness,
                group: hasVariants ? strategy.parameters["groupId"] ?? feature.name : feature.name, &fields)
            strategies.append(
                FeatureRules.Strategy(
                    test: test,
                    constraints: constraints.add(own, of: feature.name, &fields, report: dependencies.report),
                    segments: firstSegment..<usedSegments.count, outcome: outcome))
        }
    }

    // MARK: Strategies

    /// Returns the strategy's own test.
    ///
    /// Tests of addresses and user IDs are added as constraints.
    private mutating func test(
        of strategy: Strategy, _ feature: Feature, _ place: [String], adding constraints: inout [Constraint],
        _ fields: inout ContextFields
    ) -> FeatureRules.Strategy.Test {
        let parameters = strategy.parameters
        // Splits by scalars, as other implementations do, because a character can begin with a comma or a space.
        let list = { (name: String) in
            (parameters[name]?.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) ?? [])
                .map { String($0.trimming(while: \.properties.isWhitespace)) }
        }
        switch strategy.name {
        case "default": return .always
        case "userWithId":
            constraints.append(Constraint(field: "userId", test: .isIn(list("userIds"))))
            return .always
        case "remoteAddress":
            let networks = reader.networks(list("IPs").filter { !$0.isEmpty }, at: place + ["parameters", "IPs"])
            constraints.append(Constraint(field: "remoteAddress", test: .isInNetwork(networks)))
            return .always
        case "applicationHostname":
            let name = dependencies.hostName.lowercased()
            return list("hostNames").contains { $0.lowercased() == name } ? .always : .never
        case "flexibleRollout":
            let stickiness = stickiness(parameters["stickiness"], allowsRandom: true, &fields)
            return rollout("rollout", strategy, feature, place, stickiness)
        case "gradualRolloutUserId", "gradualRolloutSessionId":
            guard parameters["groupId"] != nil else { return .never }
            let isByUser = strategy.name == "gradualRolloutUserId"
            let field = isByUser ? ContextFields.userId : ContextFields.sessionId
            return rollout("percentage", strategy, feature, place, .field(field))
        case "gradualRolloutRandom": return rollout("percentage", strategy, feature, place, .dice)
        default:
            if let custom = dependencies.strategies[strategy.name] {
                customs.append(custom(parameters))
                return .custom(customs.count - 1)
            }
            if !strategy.neverHolds {
                reader.add(
                    "Unknown strategy \"\(strategy.name)\". It doesn't apply.", at: place + ["name"],
                    suggestion: "Register the strategy, or use flexibleRollout.")
            }
            return .never
        }
    }

    private mutating func rollout(
        _ parameter: String, _ strategy: Strategy, _ feature: Feature, _ place: [String],
        _ stickiness: Bucket.Stickiness
    ) -> FeatureRules.Strategy.Test {
        let text = strategy.parameters[parameter]
        guard let percent = text.flatMap(RuleNumber.plain), percent.isFinite else {
            reader.add(
                "The percentage \(text.map { "\"\($0)\" isn't a number" } ?? "is missing"), so the strategy doesn't apply.",
                at: place + ["parameters", parameter], suggestion: "Use a number from 0 to 100.")
            return .never
        }
        let bucket = Bucket(
            stickiness, group: strategy.parameters["groupId"] ?? feature.name, seed: .rollout, flag: feature.name,
            number: strategies.count)
        return .rollout(bucket, percent: percent)
    }

    private func stickiness(
        _ name: String?, allowsRandom: Bool, _ fields: inout ContextFields
    ) -> Bucket.Stickiness {
        switch name {
        case nil, "default"?: .identity
        case "random"? where allowsRandom: .dice
        case let name?: .field(fields.number(of: ContextField(name: name, form: .text)))
        }
    }

    // MARK: Outcomes

    private mutating func outcome(
        _ variants: [Variant], of feature: Feature, _ reason: EvaluationReason, stickiness name: String?,
        group: String, _ fields: inout ContextFields
    ) -> FeatureRules.Outcome {
        let total = variants.reduce(UInt64(0)) { $0 + UInt64($1.weight) }
        let hasOverrides = variants.contains { !$0.overrides.isEmpty }
        guard let total = UInt32(exactly: total), total > 0 || hasOverrides else {
            if total > 0 {
                reader.add(
                    "The weights are too large, so the flag is served without a variant.", at: ["variants"],
                    suggestion: "Use weights with a sum of 1000.")
            }
            return .flag(number(of: flag(feature, nil, reason)))
        }
        let isDrawn = variants.filter { $0.weight > 0 }.count > 1
        let firstPlace = drawLists.places.count
        let firstOverride = drawLists.overrides.count
        var sum: UInt32 = 0
        for variant in variants {
            if variant.weight > 0 {
                sum += variant.weight
                let flag = number(of: flag(feature, variant, isDrawn ? .split : reason))
                drawLists.places.append((sum, flag))
            }
            for override in variant.overrides {
                let field = fields.number(of: ContextField(name: override.field, form: .text))
                let flag = number(of: flag(feature, variant, .targetingMatch))
                let values = drawLists.texts.add(override.values)
                drawLists.overrides.append(.init(field: field, values: values, flag: flag))
            }
        }
        if total == 0 {
            let flag = number(of: flag(feature, nil, reason))
            drawLists.places.append((.max, flag))
        }
        let bucket = Bucket(
            stickiness(name, allowsRandom: false, &fields), group: group, seed: .variants, flag: feature.name,
            number: draws.count)
        draws.append(
            FeatureRules.Draw(
                bucket: bucket, total: max(total, 1), places: firstPlace..<drawLists.places.count,
                overrides: firstOverride..<drawLists.overrides.count))
        return .draw(draws.count - 1)
    }

    private mutating func flag(_ feature: Feature, _ variant: Variant?, _ reason: EvaluationReason) -> EvaluatedFlag {
        let payload = variant?.payload
        let value = payload.map { payload in
            var diagnostics = DiagnosticCollector()
            let value = payload.flagValue(of: feature.name, at: [], &diagnostics)
            if !diagnostics.diagnostics.isEmpty {
                reader.add(
                    "The payload of \"\(variant?.name ?? "")\" doesn't match type \"\(payload.type)\". It's served as a string.",
                    suggestion: "Fix the value, or set the type to \"string\".")
            }
            return value
        }
        return EvaluatedFlag(
            feature.name, true, variantValue: value ?? .null, variant: variant?.name, version: nil, reason: reason,
            origin: dependencies.origin, reporting: feature.impressionData ? .each : [],
            vendor: variant?.payloadText.map { JSONText("payload", $0) })
    }

    /// Returns the number of an equal flag, and adds the flag if it's new.
    private mutating func number(of flag: EvaluatedFlag) -> Int {
        let variant = flag.variant ?? ""
        if let number = numbers[variant]?.first(where: { flags[$0].isSameOutcome(as: flag) }) { return number }
        numbers[variant, default: []].append(flags.count)
        flags.append(earlierFlags[variant]?.first { $0.isSameOutcome(as: flag) } ?? flag)
        return flags.count - 1
    }
}

extension FeatureRules.Parent {
    fileprivate init(_ parent: Parent, _ rules: FeatureRules) {
        self.rules = rules
        let variants = Set(parent.variants.map { Array($0.utf8) })
        allowed = rules.flags.map { flag in
            guard parent.isEnabled else { return flag.value == false }
            let variant = flag.variant ?? UnleashToggle.disabledVariant
            return flag.value == true && (variants.isEmpty || variants.contains(Array(variant.utf8)))
        }
    }
}

extension FeatureRules.Strategy.Test {
    /// The reason why the flag is on, or `nil` if the test alone doesn't determine it.
    fileprivate var reason: EvaluationReason? {
        switch self {
        case .always, .never: nil
        case .rollout(_, let percent): percent < 100 ? .split : nil
        case .custom: .targetingMatch
        }
    }
}

extension EvaluatedFlag {
    private func hasSameVariant(as other: EvaluatedFlag) -> Bool {
        guard let variant, let otherVariant = other.variant else { return variant == other.variant }
        return variant.hasSameBytes(as: otherVariant)
    }

    /// Returns whether a read of either flag has the same result.
    fileprivate func isSameOutcome(as other: EvaluatedFlag) -> Bool { hasSameVariant(as: other) && isEqual(to: other) }
}
