// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// Explains what the layers on top of the provider contribute.
extension Evaluator {
    /// The kill switch and the overrides, in this order.
    ///
    /// - Parameter hasScope: Whether values are forced for the current task, though not for this flag.
    func overlaySteps(_ name: String, in overlay: Overlay, hasScope: Bool) -> [Explanation.Step] {
        let killStep = killStep(name, overlay.killSwitch)
        return [killStep, overrideStep(name, overlay, isHidden: killStep?.outcome == .used, hasScope: hasScope)]
            .compactMap(\.self)
    }

    private func killStep(_ name: String, _ layer: KillSwitchLayer) -> Explanation.Step? {
        guard let place = layer.name else { return nil }
        guard let document = layer.document else {
            return .init(.killSwitch, .passed, "\(place) has not been read.", ["source": .string(place)])
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
            return .init(.killSwitch, .passed, "\(place) says nothing about this flag.", facts)
        }
        let note = document.note.map { " (\($0))" } ?? ""
        return .init(.killSwitch, .used, "\(place) says \(value) until \(document.expires)\(note).", facts)
    }

    private func overrideStep(
        _ name: String, _ overlay: Overlay, isHidden: Bool, hasScope: Bool
    ) -> Explanation.Step {
        guard let entry = overlay.overrides.entry(name) else {
            let isActive = hasScope || !overlay.overrides.table.isEmpty
            return .init(
                .override, .passed, isActive ? "Overrides are active, but none for this flag." : "There are none.")
        }
        var facts: [String: FlagValue] = ["value": entry.flag.value, "source": .string(entry.source.rawValue)]
        if let second = entry.flag.variantValue { facts["payload"] = second }
        if let place = entry.place { facts["place"] = .string(place) }
        return .init(
            .override, isHidden ? .passed : .used,
            "\(place(of: entry)) says \(entry.flag.value)\(isHidden ? ", below the kill switch" : "").", facts)
    }

    private func place(of entry: OverrideEntry) -> String {
        switch entry.source {
        case .code: "Code"
        case .argument: "The \(entry.place ?? "argument")"
        case .environment: "The environment variable \(entry.place ?? "")"
        case .file: "The file \(entry.place ?? "")"
        }
    }
}
