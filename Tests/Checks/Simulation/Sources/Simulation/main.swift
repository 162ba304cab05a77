// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CInterposer
import Glibc

// The order of sets and dictionaries must be the same in all runs. It's determined before the process starts.
if getenv("SWIFT_DETERMINISTIC_HASHING") == nil {
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
    setenv("SWIFT_BACKTRACE", "enable=no", 0)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
    perror("execv")
    exit(2)
}
interposer_flush_lines()
let options = Options(Array(CommandLine.arguments.dropFirst()))
installScheduler()

if let seed = options.replay {
    var plan = options.plan(seed)
    if options.shrinks, let violation = Outcome(of: plan).violation { plan = shrunk(plan, violation) }
    plan.isLogged = true
    let outcome = Outcome(of: plan)
    print(outcome.violation == nil ? outcome.lines.joined(separator: "\n") : scenario(plan))
    print("seed \(seed): hash \(String(outcome.hash, radix: 16)), \(outcome.jobs) jobs")
    exit(outcome.violation == nil ? 0 : 1)
}

var (jobs, requests, reads, hours, failures) = (0, 0, 0, 0.0, 0)
var all: UInt64 = 0
let start = clock()
for seed in options.from..<(options.from + UInt64(options.seeds)) {
    let outcome = Outcome(of: options.plan(seed))
    (jobs, requests, reads) = (jobs + outcome.jobs, requests + outcome.requests, reads + outcome.reads)
    hours += outcome.seconds / 3600
    all = all &* 31 &+ outcome.hash
    // Every 50th seed runs twice, and must give the same trace.
    var violation = outcome.violation
    if seed % 50 == 1, violation == nil, Outcome(of: options.plan(seed)).hash != outcome.hash {
        violation = Violation(rule: .repetition, text: "the same seed gives two traces", time: .zero)
    }
    guard let violation else { continue }
    failures += 1
    print("seed \(seed): \(violation.rule.rawValue): \(violation.text)")
    if options.goesOn { continue }
    if violation.rule != .repetition, !options.isTerse { print(scenario(shrunk(options.plan(seed), violation))) }
    break
}
let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
let count = Double(options.seeds)
func rounded(_ number: Double) -> String { String(Double(Int(number * 10)) / 10) }
print(
    "\(options.seeds) seeds from \(options.from), hash \(String(all, radix: 16)): \(failures) failed; "
        + "\(jobs / options.seeds) jobs, \(requests / options.seeds) requests, \(reads / options.seeds) reads and "
        + "\(rounded(hours / count)) virtual hours each; \(rounded(count / seconds)) seeds per CPU second")
exit(failures == 0 ? 0 : 1)
