// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLaunchDarkly
import HalyardTransport

extension ClientCommand.Evaluate {
    /// Returns the result of the evaluation in the tests' format.
    func result(in flags: some FlagReading, _ options: LaunchDarklyOptions) throws(Refusal) -> FlagValue {
        switch (valueType ?? "any", defaultValue ?? .null) {
        case ("bool", .bool(let value)): return result(of: FlagKey(flagKey, default: value), in: flags, options)
        case ("int", let value):
            guard let integer = LaunchDarklyInteger(flagValue: value) else {
                throw .undecodable("The default value \(value) doesn't have the type \"int\".")
            }
            return result(of: FlagKey(flagKey, default: integer), in: flags, options)
        case ("double", .int(let value)):
            return result(of: FlagKey(flagKey, default: Double(value)), in: flags, options)
        case ("double", .double(let value)): return result(of: FlagKey(flagKey, default: value), in: flags, options)
        case ("string", .string(let value)): return result(of: FlagKey(flagKey, default: value), in: flags, options)
        case ("any", let value), ("", let value):
            return result(of: FlagKey(flagKey, default: value), in: flags, options)
        case (let type, let value): throw .undecodable("The default value \(value) doesn't have the type \"\(type)\".")
        }
    }

    private func result<Value: FlagValueConvertible>(
        of key: FlagKey<Value>, in flags: some FlagReading, _ options: LaunchDarklyOptions
    ) -> FlagValue {
        guard detail ?? false else { return ["value": flags.value(for: key).flagValue] }
        return LaunchDarklyDetail(flags.details(of: key, options: EvaluationOptions()), options).json
    }
}

extension FlagValue {
    var data: Data { Data(JSONWriter.bytes(self)) }
}
