// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The result of a run.
struct Outcome {
    let violation: Violation?
    let hash: UInt64
    let jobs: Int
    let requests: Int
    let reads: Int
    let seconds: Double
    let lines: [String]

    init(of plan: Plan) {
        let world = World(plan)
        world.run()
        violation = world.violation
        hash = world.trace.hash
        jobs = scheduler.count
        requests = world.requests
        reads = world.reads
        seconds = Double(world.timeline.uptime.components.seconds)
        lines = world.trace.lines
        graveyard.append(world)
        if violation == nil, world.canBeLetGo { graveyard.removeLast() }
    }
}

/// Returns the smallest plan that still violates the same rule.
func shrunk(_ plan: Plan, _ violation: Violation) -> Plan {
    var best = plan
    func attempt(_ change: (inout Plan) -> Void) -> Bool {
        var plan = best
        change(&plan)
        guard Outcome(of: plan).violation?.rule == violation.rule else { return false }
        best = plan
        return true
    }
    while best.actions > 1, attempt({ $0.actions /= 2 }) {}
    for step in [10, 5, 2, 1] { while best.actions > step, attempt({ $0.actions -= step }) {} }
    for number in 1...3 { _ = attempt { $0.absent.insert(number) } }
    _ = attempt { $0.hasGoodDisk = true }
    _ = attempt { $0.hasGoodNetwork = true }
    for size in [16, 8, 4, 2, 1, 1] {
        for first in stride(from: 1, through: best.actions, by: size) {
            let block = first..<min(first + size, best.actions + 1)
            if !best.skipped.isSuperset(of: block) { _ = attempt { $0.skipped.formUnion(block) } }
        }
    }
    best.skipped = best.skipped.filter { $0 <= best.actions }
    return best
}

extension Plan {
    /// The command-line options that run the plan again.
    var words: String {
        var words = ["--replay \(seed)", "--actions \(actions)"]
        if !absent.isEmpty { words.append("--absent " + absent.sorted().map(String.init).joined(separator: ",")) }
        if hasGoodDisk { words.append("--good-disk") }
        if hasGoodNetwork { words.append("--good-network") }
        let left = (1...max(actions, 1)).filter { !skipped.contains($0) }
        if !skipped.isEmpty { words.append("--only " + left.map(String.init).joined(separator: ",")) }
        return words.joined(separator: " ")
    }
}

/// Returns a failure as a list of steps.
func scenario(_ plan: Plan) -> String {
    var plan = plan
    plan.isLogged = true
    let outcome = Outcome(of: plan)
    guard let violation = outcome.violation else { return "No rule is violated." }
    return """
        \(outcome.lines.joined(separator: "\n"))
        at \(violation.time.text)  broken: \(violation.rule.rawValue): \(violation.text)
        again: \(plan.words)
        """
}
