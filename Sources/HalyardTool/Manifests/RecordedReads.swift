// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The flags that an app read, as recorded by the `jsonLines` sink.
enum RecordedReads {
    private static let kinds = Set(
        [EventRecord.Kind.exposure, .summary, .custom, .identify, .alias, .change].map(\.rawValue))

    /// Returns the keys of the flags that were read.
    ///
    /// A line that isn't an event is skipped with a note. A file without events is an error.
    static func keys(in path: String, _ host: ToolHost) throws(ToolError) -> Set<String> {
        var keys: Set<String> = []
        let lines = try host.contents(of: path).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var (events, omittedCount) = (0, 0)
        for (number, line) in lines.enumerated() where !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) {
            guard let event = try? JSONReader().read(Array(line)), case .string(let kind)? = event["kind"],
                kinds.contains(kind)
            else {
                host.note("\(path):\(number + 1): warning: Skipped this line, because it isn't an event.")
                continue
            }
            events += 1
            switch kind {
            case "exposure": keys.formUnion([event["flag"]].compactMap { $0.flatMap(String.init(flagValue:)) })
            case "summary":
                keys.formUnion(counted(event))
                // A file can contain any number.
                let more = max(event["omittedCount"].flatMap(Int.init(flagValue:)) ?? 0, 0)
                omittedCount += min(more, Int.max - omittedCount)
            default: break
            }
        }
        if events == 0 {
            throw .undetermined("\(path) doesn't contain any events. Choose a file that the \"jsonLines\" sink wrote.")
        }
        if omittedCount > 0 {
            host.note(
                "warning: \(path): \(omittedCount.counted("read")) \(omittedCount == 1 ? "was" : "were") recorded "
                    + "without \(omittedCount == 1 ? "its" : "their") flag key, so other flags might have been read.")
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
