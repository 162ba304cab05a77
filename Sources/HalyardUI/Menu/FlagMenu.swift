// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(SwiftUI)
    public import SwiftUI

    /// A menu of all flags for developers and testers: search, values with their variants, reasons and origins, an explanation of
    /// each, the context, and overrides by type.
    ///
    /// ```swift
    /// if #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *), let flags {
    ///     FlagMenu(flags, declaring: Flags.declared)
    /// }
    /// ```
    /// In release builds it shows nothing but a line that says so, unless it is asked for; forcing flags there also needs
    /// `OverrideOptions.allowedInRelease`. Showing a flag counts nothing. Private attributes are not shown. For a menu of
    /// another look, build it on ``FlagMenuModel``.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    public struct FlagMenu: View {
        @State private var model: FlagMenuModel
        private let isAvailable: Bool

        /// Makes a menu of a client's flags.
        ///
        /// - Parameters:
        ///   - client: The client.
        ///   - declared: The flags that the app declares; they are listed even where the provider does not list them.
        ///   - inRelease: Whether the menu is there in release builds, too.
        public init(_ client: FlagClient, declaring declared: [FlagMenuKey] = [], inRelease: Bool = false) {
            _model = State(initialValue: FlagMenuModel(client, declaring: declared))
            isAvailable = inRelease || OverrideOptions().isDebugBuild
        }

        /// The menu.
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
                Text("The menu of flags is not part of release builds.")
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
                Section("Findings") {
                    ForEach(model.findings, id: \.self) { finding in Text(finding.description) }
                }
            }
            .searchable(text: $model.searchText)
            .refreshable { await model.refresh() }
            .toolbar { Button("Release all") { model.removeAllOverrides() }.disabled(!model.canForce) }
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
