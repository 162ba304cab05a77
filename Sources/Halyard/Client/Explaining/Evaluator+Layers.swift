// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Explains the contributions of the layers above the provider.
extension Evaluator {
    /// Returns the steps of the kill switch and the overrides, in this order.
    ///
    /// - Parameter hasScope: A Boolean value that indicates whether values are overridden for the current task, though not
    ///   for this flag.
    func layerSteps(_ name: String, in snapshot: FlagSnapshot, hasScope: Bool) -> [Explanation.Step] {
        let killStep = killStep(name, snapshot.published.layers)
        let isHidden = killStep?.outcome == .used
        return [killStep, overrideStep(name, snapshot.published.layers, isHidden: isHidden, hasScope: hasScope)]
            .compactMap(\.self)
    }

    private func killStep(_ name: String, _ layers: LayeredTable) -> Explanation.Step? {
        guard let layer = layers.killSwitch else { return nil }
        let place = layer.source
        guard let document = layer.document else {
            return .init(.killSwitch, .passed, "\(place) hasn't been read.", ["source": .string(place)])
        }
        var facts: [String: FlagValue] = [
            "source": .string(place), "expiresAt": .string(document.expires.description),
        ]
        if let note = document.note { facts["note"] = .string(note) }
        facts["value"] = document.values[name]
        if time.now >= document.expires {
            return .init(.killSwitch, .passed, "\(place) expired at \(document.expires).", facts)
        }
        guard let value = document.values[name] else {
            return .init(.killSwitch, .passed, "\(place) doesn't contain this flag.", facts)
        }
        let note = document.note.map { " (\($0))" } ?? ""
        return .init(.killSwitch, .used, "\(place) sets \(value) until \(document.expires)\(note).", facts)
    }

    private func overrideStep(
        _ name: String, _ layers: LayeredTable, isHidden: Bool, hasScope: Bool
    ) -> Explanation.Step {
        guard let (layer, flag) = layers.flag(name, hash: KeyHash.of(name), in: FlagLayer.overrides) else {
            let isActive = hasScope || FlagLayer.overrides.contains { !layers[$0].isEmpty }
            return .init(
                .override, .passed,
                isActive ? "Overrides are active, but none for this flag." : "There are no overrides.")
        }
        var facts: [String: FlagValue] = ["value": flag.value, "source": .string(layer.name)]
        facts["payload"] = flag.variantValue
        let place = flag.metadata["overridePlace"].flatMap(String.init(flagValue:))
        if let place { facts["place"] = .string(place) }
        let source =
            switch layer {
            case .argument: "The \(place ?? "argument")"
            case .environment: "The environment variable \(place ?? "")"
            case .file: "The file \(place ?? "")"
            default: "Code"
            }
        return .init(
            .override, isHidden ? .passed : .used,
            "\(source) sets \(flag.value)\(isHidden ? ", but the kill switch takes precedence" : "").", facts)
    }
}
