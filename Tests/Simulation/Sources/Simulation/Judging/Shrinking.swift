// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What came of a run.
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

/// Looks for the fewest actions that still break the same rule.
func shrunk(_ plan: Plan, _ violation: Violation) -> Plan {
    let breaks = { (plan: Plan) in Outcome(of: plan).violation?.rule == violation.rule }
    var best = plan
    var count = plan.actions
    while count > 1 {
        var shorter = best
        shorter.actions = count / 2
        if breaks(shorter) { (best, count) = (shorter, count / 2) } else { break }
    }
    for step in [10, 5, 2, 1] {
        var shorter = best
        shorter.actions -= step
        while shorter.actions > 0, breaks(shorter) {
            best = shorter
            shorter.actions -= step
        }
    }
    for size in [16, 8, 4, 2, 1] {
        for first in stride(from: 1, through: best.actions, by: size) {
            var shorter = best
            shorter.skipped.formUnion(first..<(first + size))
            if shorter.skipped.count > best.skipped.count, breaks(shorter) { best = shorter }
        }
    }
    best.skipped = best.skipped.filter { $0 <= best.actions }
    return best
}

/// The words of a failure: a scenario that reads like a test.
func scenario(_ plan: Plan) -> String {
    var plan = plan
    plan.isLogged = true
    let outcome = Outcome(of: plan)
    guard let violation = outcome.violation else { return "nothing is broken" }
    let skipped = plan.skipped.sorted().map(String.init).joined(separator: ",")
    return """
        \(outcome.lines.joined(separator: "\n"))
        at \(violation.time.text)  broken: \(violation.rule.rawValue): \(violation.text)
        again: --replay \(plan.seed) --actions \(plan.actions)\(skipped.isEmpty ? "" : " --skip \(skipped)")
        """
}
