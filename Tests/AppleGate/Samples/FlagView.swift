// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What a SwiftUI app writes around FlagModel: a property wrapper that views read flags through.
import Halyard
import SwiftUI

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension EnvironmentValues {
    var flags: FlagModel? {
        get { self[FlagModelKey.self] }
        set { self[FlagModelKey.self] = newValue }
    }

    private struct FlagModelKey: EnvironmentKey { static let defaultValue: FlagModel? = nil }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @propertyWrapper
struct LiveFlag<Value: Sendable>: DynamicProperty {
    @Environment(\.flags) private var model
    private let key: FlagKey<Value>

    init(_ key: FlagKey<Value>) { self.key = key }

    var wrappedValue: Value { model.map { $0[key] } ?? key.defaultValue }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct Navigation: View {
    @LiveFlag(FlagKey("new-nav", default: false)) private var isNew
    var body: some View { if isNew { Text("new") } else { Text("old") } }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct Root: View {
    let model: FlagModel
    @Environment(\.scenePhase) private var phase
    let lifecycle: ManualLifecycle

    var body: some View {
        List { Navigation() }
            .environment(\.flags, model)
            .onChange(of: phase) { _, new in lifecycle.move(to: new == .background ? .background : .foreground) }
    }
}
