// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What a run of an app read, as the sink `jsonLines` wrote it.
enum RecordedReads {
    /// The flags that were read; a line that is no event is noted and left out.
    static func keys(in path: String, _ host: ToolHost) throws(ToolError) -> Set<String> {
        var keys: Set<String> = []
        let lines = try host.contents(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where !line.isEmpty {
            guard let event = try? JSONReader().read(Array(line)), case .string(let kind)? = event["kind"] else {
                host.note("\(path):\(number + 1): warning: The line is no event; it was left out.")
                continue
            }
            switch kind {
            case "exposure": keys.formUnion([event["flag"]].compactMap { $0.flatMap(String.init(flagValue:)) })
            case "summary": keys.formUnion(counted(event))
            default: break
            }
        }
        return keys
    }

    private static func counted(_ summary: FlagValue) -> [String] {
        guard case .array(let entries)? = summary["flags"] else { return [] }
        return entries.compactMap { entry in
            let reads = ["reads", "variantReads"].compactMap { entry[$0].flatMap(Int.init(flagValue:)) }
            return reads.contains { $0 > 0 } ? entry["flag"].flatMap(String.init(flagValue:)) : nil
        }
    }
}
