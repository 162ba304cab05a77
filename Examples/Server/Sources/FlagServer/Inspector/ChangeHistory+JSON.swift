// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension ChangeHistory.Entry {
    /// The change as a JSON value.
    ///
    /// A value is missing if the flag didn't exist, because an existing flag can have the value null.
    var json: FlagValue {
        .object(
            [
                "number": .int(number), "key": .string(change.key), "at": FlagValue(moment), "old": change.old?.value,
                "oldText": change.old?.value.jsonText, "new": change.new?.value, "newText": change.new?.value.jsonText,
                "origin": change.new.map { .string("\($0.origin)") },
            ].compactMapValues(\.self))
    }
}

extension FlagValue {
    /// The value, or `nil` for null.
    var present: FlagValue? { isNull ? nil : self }

    /// The value's JSON as a string, because a browser would round large numbers and change 1.0 to 1.
    var jsonText: FlagValue { .string(JSONWriter.text(self)) }

    /// Creates a value from a date, in milliseconds since 1970.
    init(_ moment: Instant) { self = .int(moment.millisecondsSinceEpoch) }
}
