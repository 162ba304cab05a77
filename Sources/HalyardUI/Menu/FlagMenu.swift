// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    public import SwiftUI

    /// A flag menu for developers and testers.
    ///
    /// The menu shows all flags with their values, variants, reasons, origins, and explanations, and the context. It has a search,
    /// and sets overrides.
    ///
    /// ```swift
    /// if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *), let flags {
    ///     FlagMenu(flags, declaring: Flags.declared)
    /// }
    /// ```
    /// In release builds, it shows only a message, unless you enable it there. Overrides in release builds also require
    /// `OverrideOptions.allowedInRelease`. Showing a flag doesn't count as a read. Private attributes aren't shown. For a custom
    /// menu, use ``FlagMenuModel``.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    public struct FlagMenu: View {
        @State private var model: FlagMenuModel
        private let isAvailable: Bool

        /// Creates a menu of a client's flags.
        ///
        /// - Parameters:
        ///   - client: Client whose flags are shown.
        ///   - declared: Flags that the app declares. They are listed even if the provider doesn't list them.
        ///   - inRelease: A Boolean value that indicates whether the menu is also available in release builds.
        public init(_ client: FlagClient, declaring declared: [FlagMenuKey] = [], inRelease: Bool = false) {
            _model = State(initialValue: FlagMenuModel(client, declaring: declared))
            isAvailable = inRelease || OverrideOptions().isDebugBuild
        }

        /// The content of the menu.
        public var body: some View {
            if isAvailable {
                NavigationStack {
                    FlagMenuList(model: model)
                        .navigationTitle("Flags")
                        .navigationDestination(for: FlagMenuRow.ID.self) { key in
                            FlagMenuDetail(model: model, key: key)
                        }
                }
            } else {
                Text("The flag menu isn't available in release builds.")
            }
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuList: View {
        @Bindable var model: FlagMenuModel

        var body: some View {
            List {
                Section("Client") {
                    FlagMenuFact("Provider", model.state.provider)
                    FlagMenuFact("Status", model.state.status.rawValue)
                    if let error = model.state.error { FlagMenuFact("Error", error.message) }
                    ForEach(model.context) { part in FlagMenuContext(part: part) }
                }
                Section("Flags") {
                    Picker("Show", selection: $model.filter) {
                        ForEach(FlagMenuModel.Filter.allCases, id: \.self) { filter in Text(filter.rawValue) }
                    }
                    ForEach(model.rows) { row in
                        NavigationLink(value: row.key) { FlagMenuLine(row: row) }
                    }
                }
                Section("Diagnostics") {
                    ForEach(model.diagnostics, id: \.self) { diagnostic in Text(diagnostic.description) }
                }
            }
            .searchable(text: $model.searchText)
            .refreshable { await model.refresh() }
            .toolbar { Button("Remove All Overrides") { model.removeAllOverrides() }.disabled(!model.canForce) }
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuLine: View {
        let row: FlagMenuRow

        var body: some View {
            VStack(alignment: .leading) {
                Text(row.key).bold(row.force != nil)
                Text([row.text, row.variant, row.reason].compactMap(\.self).joined(separator: " · "))
                    .font(.caption).lineLimit(2)
                if let error = row.error { Text(error).font(.caption) }
            }
            .accessibilityElement(children: .combine)
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuContext: View {
        let part: FlagMenuModel.ContextPart

        var body: some View {
            FlagMenuFact(part.id, part.key ?? "anonymous")
            ForEach(part.attributes.keys.sorted(), id: \.self) { name in
                FlagMenuFact(name, part.attributes[name]?.description ?? "")
            }
        }
    }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    struct FlagMenuFact: View {
        private let name: String
        private let text: String

        init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }

        var body: some View { LabeledContent(name) { Text(text) } }
    }
#endif
