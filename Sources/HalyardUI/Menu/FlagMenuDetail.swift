// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    import SwiftUI

    /// The details of a flag: its properties, explanation, changes, and override.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuDetail: View {
        let model: FlagMenuModel
        let key: String

        var body: some View {
            List {
                if let row = model.row(key) {
                    if model.canForce { FlagMenuEditor(model: model, row: row) }
                    FlagMenuFacts(row: row)
                }
                Section("Explanation") { Text(model.explanation(of: key).description).font(.caption.monospaced()) }
                Section("Changes") {
                    ForEach(model.history(of: key)) { change in
                        Text("\(change.time): \(text(change.old)) → \(text(change.new))").font(.caption)
                    }
                }
            }
            .navigationTitle(key)
        }

        private func text(_ value: FlagValue?) -> String { value?.description ?? "missing" }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuFacts: View {
        let row: FlagMenuRow

        var body: some View {
            Section("Details") {
                FlagMenuFact("Value", row.text)
                if let variant = row.variant { FlagMenuFact("Variant", variant) }
                FlagMenuFact("Reason", row.reason)
                FlagMenuFact("Origin", row.origin)
                if let provider = row.provider { FlagMenuFact("Provider", provider) }
                if let version = row.version { FlagMenuFact("Version", "\(version)") }
                if let error = row.error { FlagMenuFact("Error", error) }
            }
        }
    }

    /// An editor for an override: a switch for a Boolean flag, and a text field for other flags.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuEditor: View {
        @Bindable var model: FlagMenuModel
        let row: FlagMenuRow
        @State private var text = ""
        @State private var problem: String?

        var body: some View {
            Section("Override") {
                if row.kind == .boolean {
                    Toggle(row.key, isOn: $model[isOn: row.key])
                } else {
                    TextField(row.text, text: $text)
                    Button("Set Override") { forceText() }
                    if let problem { Text(problem).font(.caption) }
                }
                switch row.force {
                case .code?: Button("Remove Override") { model.removeOverride(row.key) }
                case .source(let source)?: FlagMenuFact("Overridden by", source)
                case nil: EmptyView()
                }
            }
        }

        private func forceText() {
            do throws(FlagMenuError) {
                try model.setOverride(row.key, to: text, as: row.kind)
                problem = nil
            } catch {
                problem = error.description
            }
        }
    }
#endif
