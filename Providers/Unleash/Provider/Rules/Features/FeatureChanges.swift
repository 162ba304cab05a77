// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// What a response of Unleash's server changes: a whole document of features, or the events of a delta.
struct FeatureChanges {
    /// A feature's name, its JSON, and where that stands in the response.
    struct Source {
        let name: String
        let text: String
        let path: [String]
    }

    /// Whether everything that is not listed is gone.
    private(set) var isWhole = false
    /// Features in the order of the document; of two with one name the last counts.
    private(set) var features: [Source] = []
    private(set) var removedFeatures: Set<String> = []
    private(set) var segments: [Int64: (json: FlagValue, path: [String])] = [:]
    private(set) var removedSegments: Set<Int64> = []
    private(set) var findings = FindingList()

    private static let shape = JSONShape([JSONShape.Member("name", .word, isRequired: true)], key: "name")

    /// Reads a response; nil when it is neither a document nor a delta, or has an event that cannot be read.
    init?(_ bytes: [UInt8]) {
        // A feature without a name there may have one that is written otherwise.
        if let index = FlagIndex.elements(of: bytes, in: "features", Self.shape),
            !index.unusual.contains(where: { index.key($0).isEmpty })
        {
            isWhole = true
            features = (0..<index.count).map { row in
                Source(name: index.key(row), text: index.string(row), path: ["features", String(row)])
            }
            addSegments(of: index.otherMembers["segments"]?.value ?? .null, at: [])
            return
        }
        guard let document = try? JSONReader().read(bytes), add(document) else { return nil }
    }

    /// Reads what ``RuleBook/notes`` wrote; nil for anything else.
    init?(notes: FlagValue) {
        guard case .array(let texts)? = notes["features"] else { return nil }
        isWhole = true
        for (number, text) in texts.enumerated() {
            guard case .string(let text) = text, let name = JSONPart.member("name", of: Array(text.utf8)),
                case .string(let name) = name
            else { return nil }
            features.append(Source(name: name, text: text, path: ["features", String(number)]))
        }
        addSegments(of: notes["segments"] ?? .null, at: [])
    }

    /// Reads a document that was read as JSON; nil for anything else.
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
        let consequence = "The flag has no name; it was skipped."
        guard let name = findings.required("name", of: feature, nil, at: path, orElse: consequence) else { return }
        removedFeatures.remove(name)
        features.append(Source(name: name, text: JSONWriter.text(feature), path: path))
    }

    private mutating func addSegments(of list: FlagValue, at path: [String]) {
        guard case .array(let segments) = list else { return }
        for (number, segment) in segments.enumerated() {
            add(segment: segment, at: path + ["segments", String(number)])
        }
    }

    private mutating func add(segment: FlagValue, at path: [String]) {
        guard let number = segment["id"].flatMap(Int64.init(flagValue:)) else {
            findings.add(
                nil, at: path, "The segment has no number; it was skipped.", suggestion: "Add \"id\": 1.")
            return
        }
        removedSegments.remove(number)
        segments[number] = (segment, path)
    }

    /// Adds what an event of a delta says; false when it cannot be read.
    private mutating func add(_ event: FlagValue, at path: [String]) -> Bool {
        switch event["type"] {
        case "hydration"?:
            guard case .array? = event["features"] else { return false }
            addAll(of: event, at: path)
        case "feature-updated"?:
            guard case .object? = event["feature"], let feature = event["feature"] else { return false }
            // Of two changes the later one counts.
            if case .string(let name)? = feature["name"] { features.removeAll { $0.name == name } }
            add(feature: feature, at: path + ["feature"])
        case "feature-removed"?:
            guard case .string(let name)? = event["featureName"] else { return false }
            features.removeAll { $0.name == name }
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
