// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard

/// Unleash's engine, through the functions that its bindings for other languages call.
///
/// They take strings and return JSON.
///
/// `YGGDRASIL` is the path of `libyggdrasilffi.so` from the package `yggdrasil-engine`.
final class Engine: @unchecked Sendable {
    // Only one thread uses it at a time.
    private typealias Make = @convention(c) () -> UnsafeMutableRawPointer?
    private typealias TakeState =
        @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private typealias Check =
        @convention(c) (
            UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>
        ) -> UnsafeMutablePointer<CChar>?
    private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

    /// The library's path, or `nil` if the variable isn't set.
    static let path = ProcessInfo.processInfo.environment["YGGDRASIL"]

    private let engine: UnsafeMutableRawPointer
    private let check: Check
    private let free: Free

    init(_ rules: [UInt8]) throws {
        guard let path = Self.path, let library = dlopen(path, RTLD_NOW), let make = dlsym(library, "new_engine"),
            let take = dlsym(library, "take_state"), let check = dlsym(library, "check_enabled"),
            let free = dlsym(library, "free_response")
        else { throw Trouble("YGGDRASIL isn't the path of an engine.") }
        self.check = unsafeBitCast(check, to: Check.self)
        self.free = unsafeBitCast(free, to: Free.self)
        guard let engine = unsafeBitCast(make, to: Make.self)() else { throw Trouble("The engine can't be created.") }
        self.engine = engine
        let answer = unsafeBitCast(take, to: TakeState.self)(engine, String(decoding: rules, as: UTF8.self))
        answer.map { self.free($0) }
    }

    /// Returns whether a flag is enabled for a context in JSON.
    func isOn(_ name: String, _ context: String) -> Bool {
        guard let answer = check(engine, name, context, "{}") else { return false }
        defer { free(answer) }
        return strstr(answer, "\"value\":true") != nil
    }
}

extension CannedRules {
    /// Returns a context in the engine's format.
    static func engineContext(_ number: Int) -> String {
        #"{"userId":"user-\#(1000 + number)","properties":{"plan":"gold","age":"42","country":"de","beta":"true"}}"#
    }
}
