// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardSupport
import HalyardTesting
import TestSupport

/// A module that gives a test access to the configured providers, sinks, and hooks.
final class ScriptedModule: Sendable {
    private struct State {
        var providers: [ScriptedProvider] = []
        var sinks: [RecordingSink] = []
    }

    let log = Recorder<String>()
    private let state = Lock(State())

    /// `{"type": "scripted", "label": "a"}`, `{"type": "recording", "every": true}`, `{"type": "mark", "text": "m"}`.
    var module: ProviderModule {
        let provider = ProviderType("scripted") { [self] settings in
            _ = settings.string("label")
            let provider = ScriptedProvider(name: settings.name)
            state.withLock { $0.providers.append(provider) }
            return provider
        }
        let sink = SinkType("recording") { [self] settings in
            let sink = RecordingSink(interest: settings.bool("every", default: false) ? .every : .flagged)
            _ = settings.string("label")
            state.withLock { $0.sinks.append(sink) }
            return sink
        }
        let hook = HookType("mark") { [log] settings in
            let text = settings.requiredString("text")
            return NotingHook(log) { "\(text) \($0.flagKey) \($0.clientName ?? "-")" }
        }
        return ProviderModule(types: [provider], sinks: [sink], hooks: [hook])
    }

    /// The created providers, in order.
    ///
    /// A configuration creates one for the list and one for each client.
    var providers: [ScriptedProvider] { state.withLock { $0.providers } }

    /// The created sinks, in order.
    var sinks: [RecordingSink] { state.withLock { $0.sinks } }
}
