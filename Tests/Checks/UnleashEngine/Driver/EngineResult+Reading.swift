// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension FlagReading {
    /// Returns a variant's payload as an app reads it by its type, or the expected payload if the value that was read matches it.
    func payload(of name: String, _ expected: EngineResult.Payload?) -> EngineResult.Payload? {
        let nothing = "no payload"
        guard let expected else {
            let text = string(name, default: nothing)
            return text == nothing ? nil : EngineResult.Payload(type: "string", text: text)
        }
        if expected.type == "number", let number = Double(expected.text) {
            let read = double(name, default: -12345)
            return read == number ? expected : EngineResult.Payload(type: "number", text: String(read))
        }
        // A text that isn't valid JSON is served as a string.
        if expected.type == "json", case .object(let members)? = try? JSONReader().read(expected.text) {
            let read = dictionary(name, default: [nothing: FlagValue.null])
            return read == members ? expected : EngineResult.Payload(type: "json", text: "\(FlagValue.object(read))")
        }
        let text = string(name, default: nothing)
        return Array(text.utf8) == Array(expected.text.utf8)
            ? expected : EngineResult.Payload(type: expected.type, text: text)
    }
}
