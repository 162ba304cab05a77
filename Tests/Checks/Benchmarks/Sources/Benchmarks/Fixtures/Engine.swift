// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// Unleash's own engine, by the functions that its bindings for other languages call: texts go in, and JSON comes out.
///
/// `YGGDRASIL` is the path of `libyggdrasilffi.so` from the package `yggdrasil-engine`.
final class Engine: @unchecked Sendable {
    // Used by one thread at a time.
    private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
    private typealias TakeState =
        @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private typealias Check =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
        ) -> UnsafeMutablePointer<CChar>?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// The library's path; nil where it is not given.
    static let path = ProcessInfo.processInfo.environment["YGGDRASIL"]

    private let engine: UnsafeMutableRawPointer
    private let check: Check
    private let free: Free

    init(_ rules: [UInt8]) throws {
        guard let path = Self.path, let library = dlopen(path, RTLD_NOW), let make = dlsym(library, "new_engine"),
            let take = dlsym(library, "take_state"), let check = dlsym(library, "check_enabled"),
            let free = dlsym(library, "free_response")
        else { throw Trouble("YGGDRASIL names no engine") }
        self.check = unsafeBitCast(check, to: Check.self)
        self.free = unsafeBitCast(free, to: Free.self)
        guard let engine = unsafeBitCast(make, to: Make.self)() else { throw Trouble("no engine") }
        self.engine = engine
        let answer = unsafeBitCast(take, to: TakeState.self)(engine, String(decoding: rules, as: UTF8.self))
        answer.map { self.free($0) }
    }

    /// Whether a flag is on for a context that is written as JSON.
    func isOn(_ name: String, _ context: String) -> Bool {
        guard let answer = check(engine, name, context, "{}") else { return false }
        defer { free(answer) }
        return strstr(answer, "\"value\":true") != nil
    }
}

extension CannedRules {
    /// A context as the engine takes it.
    static func engineContext(_ number: Int) -> String {
        #"{"userId":"user-\#(1000 + number)","properties":{"plan":"gold","age":"42","country":"de","beta":"true"}}"#
    }
}
