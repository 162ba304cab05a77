// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The changes in a response of the Unleash server, which is a complete document of features or the events of a delta.
struct FeatureChanges {
    /// A Boolean value that indicates whether features and segments that aren't listed have been removed.
    private(set) var isWhole = false
    /// The features in the order of the document.
    ///
    /// If two features have the same name, the last one counts.
    private(set) var features: [RuleSource] = []
    private(set) var removedFeatures: Set<String> = []
    private(set) var segments: [Int64: (json: FlagValue, path: [String])] = [:]
    private(set) var removedSegments: Set<Int64> = []
    private(set) var diagnostics = DiagnosticCollector()

    /// Reads a response, or returns `nil` if it's neither a document nor a delta, or if an event can't be read.
    init?(_ bytes: [UInt8]) {
        if let isDocument = try? addFeatures(of: bytes), isDocument { return }
        features = []
        guard let document = try? JSONReader().read(bytes), add(document) else { return nil }
    }

    private static let members = JSONNames(["features", "segments", "events"])
    private static let featureMembers = JSONNames(["name"])

    /// Reads a document of features without creating values of them.
    ///
    /// Each feature keeps its JSON unchanged. Returns `false` for anything else, and for features with a problem. Reading their
    /// values then reports the problem.
    private mutating func addFeatures(of bytes: [UInt8]) throws(JSONScanner.Fault) -> Bool {
        var hasFeatures = false
        var hasOthers = false
        var segments = FlagValue.null
        var scanner = JSONScanner(bytes)
        try scanner.document { (scanner) throws(JSONScanner.Fault) in
            guard scanner.next == UInt8(ascii: "{") else { return try scanner.skipValue() }
            try scanner.forEachMember(of: Self.members) { (scanner, number) throws(JSONScanner.Fault) in
                if number == 1 {
                    segments = try scanner.value()
                    return
                }
                guard number == 0, !hasFeatures, scanner.next == UInt8(ascii: "[") else {
                    hasOthers = true
                    return try scanner.skipValue()
                }
                hasFeatures = true
                try scanner.forEachElement { (scanner, row) throws(JSONScanner.Fault) in
                    _ = scanner.next
                    let start = scanner.offset
                    if let name = try Self.name(&scanner) {
                        let text = scanner.string(from: start)
                        features.append(RuleSource(key: name, text: text, path: ["features", String(row)]))
                    } else {
                        hasOthers = true
                    }
                }
            }
        }
        guard hasFeatures, !hasOthers else { return false }
        isWhole = true
        addSegments(of: segments, at: [])
        return true
    }

    /// Reads the next feature and returns its name, or `nil` if it has none.
    private static func name(_ scanner: inout JSONScanner) throws(JSONScanner.Fault) -> String? {
        guard scanner.next == UInt8(ascii: "{") else {
            try scanner.skipValue()
            return nil
        }
        var name = FlagValue.null
        try scanner.forEachMember(of: featureMembers) { (scanner, _) throws(JSONScanner.Fault) in
            name = try scanner.value()
        }
        guard case .string(let name) = name, !name.isEmpty else { return nil }
        return name
    }

    /// Reads the value of ``UnleashRuleBook/providerData``, or returns `nil` for anything else.
    init?(providerData: FlagValue) {
        guard case .array(let texts)? = providerData["features"] else { return nil }
        isWhole = true
        for (number, text) in texts.enumerated() {
            guard case .string(let text) = text else { return nil }
            var scanner = JSONScanner(text)
            guard let name = try? Self.name(&scanner) else { return nil }
            features.append(RuleSource(key: name, text: text, path: ["features", String(number)]))
        }
        addSegments(of: providerData["segments"] ?? .null, at: [])
    }

    /// Reads a JSON document, or returns `nil` if it isn't a document of features or a delta.
    init?(_ document: FlagValue) { guard add(document) else { return nil } }

    private mutating func add(_ document: FlagValue) -> Bool {
        if case .array(let events)? = document["events"] {
            for (number, event) in events.enumerated() {
                guard add(event, at: ["events", String(number)]) else { return false }
            }
            return !events.isEmpty
        }
        guard case .array? = document["features"] else { return false }
        addAll(of: document, at: [])
        return true
    }

    private mutating func addAll(of document: FlagValue, at path: [String]) {
        (isWhole, features, removedFeatures, segments, removedSegments) = (true, [], [], [:], [])
        guard case .array(let features)? = document["features"] else { return }
        for (number, feature) in features.enumerated() {
            add(feature: feature, at: path + ["features", String(number)])
        }
        addSegments(of: document["segments"] ?? .null, at: path)
    }

    private mutating func add(feature: FlagValue, at path: [String]) {
        let consequence = "The flag has no name, so it was skipped."
        guard let name = diagnostics.required("name", of: feature, nil, at: path, orElse: consequence) else { return }
        removedFeatures.remove(name)
        features.append(RuleSource(key: name, text: JSONWriter.text(feature), path: path))
    }

    private mutating func addSegments(of list: FlagValue, at path: [String]) {
        guard case .array(let segments) = list else { return }
        for (number, segment) in segments.enumerated() {
            add(segment: segment, at: path + ["segments", String(number)])
        }
    }

    private mutating func add(segment: FlagValue, at path: [String]) {
        guard let number = segment["id"].flatMap(Int64.init(flagValue:)) else {
            diagnostics.add(
                nil, at: path, "The segment has no number, so it was skipped.", suggestion: "Add \"id\": 1.")
            return
        }
        removedSegments.remove(number)
        segments[number] = (segment, path)
    }

    /// Adds the changes of a delta event, or returns `false` if the event can't be read.
    private mutating func add(_ event: FlagValue, at path: [String]) -> Bool {
        switch event["type"] {
        case "hydration"?:
            guard case .array? = event["features"] else { return false }
            addAll(of: event, at: path)
        case "feature-updated"?:
            guard case .object? = event["feature"], let feature = event["feature"] else { return false }
            // If there are two changes, the later one counts.
            if case .string(let name)? = feature["name"] { features.removeAll { $0.key == name } }
            add(feature: feature, at: path + ["feature"])
        case "feature-removed"?:
            guard case .string(let name)? = event["featureName"] else { return false }
            features.removeAll { $0.key == name }
            removedFeatures.insert(name)
        case "segment-updated"?:
            guard case .object? = event["segment"], let segment = event["segment"] else { return false }
            add(segment: segment, at: path + ["segment"])
        case "segment-removed"?:
            guard let id = event["segmentId"].flatMap(Int64.init(flagValue:)) else { return false }
            segments[id] = nil
            removedSegments.insert(id)
        default: return false
        }
        return true
    }
}
