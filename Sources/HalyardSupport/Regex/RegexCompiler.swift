// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension RegexProgram {
    /// Compiles a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - ignoresCase: A Boolean value that indicates whether letters match all their cases.
    ///   - dialect: The syntax of the pattern.
    /// - Throws: The problem with an invalid or unsupported pattern.
    package init(
        _ pattern: String, ignoresCase: Bool, dialect: RegexParser.Dialect = .rust
    ) throws(RegexParser.Fault) {
        let parsed = try RegexParser.parse(pattern, ignoresCase: ignoresCase, dialect: dialect)
        var compiler = RegexCompiler()
        try compiler.add(parsed.node)
        try compiler.add(RegexProgram.Step.match)
        self.init(steps: compiler.steps, classes: parsed.classes)
    }
}

/// Converts the parts of a pattern into steps.
private struct RegexCompiler {
    typealias Step = RegexProgram.Step

    /// The maximum number of steps of a program.
    private static let stepLimit = 10_000

    private(set) var steps: [Step] = []

    mutating func add(_ step: Step) throws(RegexParser.Fault) {
        guard steps.count < Self.stepLimit else {
            throw RegexParser.Fault(reason: "it needs more than \(Self.stepLimit) steps", place: 1, isInvalid: false)
        }
        steps.append(step)
    }

    mutating func add(_ node: RegexParser.Node) throws(RegexParser.Fault) {
        switch node {
        case .nothing: break
        case .scalar(let number): try add(Step.scalar(number))
        case .assertion(let assertion): try add(Step.assertion(assertion))
        case .sequence(let nodes): for node in nodes { try add(node) }
        case .either(let nodes): try addEither(nodes[...])
        case .repeated(let node, let from, let to): try addRepeated(node, from: from, to: to)
        }
    }

    private mutating func addEither(_ nodes: ArraySlice<RegexParser.Node>) throws(RegexParser.Fault) {
        var ends: [Int] = []
        for node in nodes.dropLast() {
            let split = steps.count
            try add(.split(split + 1, 0))
            try add(node)
            ends.append(steps.count)
            try add(.jump(0))
            steps[split] = .split(split + 1, steps.count)
        }
        if let last = nodes.last { try add(last) }
        for end in ends { steps[end] = .jump(steps.count) }
    }

    private mutating func addRepeated(_ node: RegexParser.Node, from: Int, to: Int?) throws(RegexParser.Fault) {
        for _ in 0..<from {
            let before = steps.count
            try add(node)
            // Repeating an empty part has no effect.
            if steps.count == before { return }
        }
        guard let to else {
            let split = steps.count
            try add(.split(split + 1, 0))
            try add(node)
            try add(.jump(split))
            steps[split] = .split(split + 1, steps.count)
            return
        }
        var splits: [Int] = []
        for _ in from..<to {
            splits.append(steps.count)
            try add(.split(steps.count + 1, 0))
            try add(node)
        }
        for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
}
