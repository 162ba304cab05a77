// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport

// Samples use these initializers instead of Halyard's, because the compiler prefers fewer default arguments. Their clock doesn't
// move, because on a busy machine, a sample's deadline of 2 seconds can pass before its provider has run.
extension FlagClient {
    convenience init(
        provider: any FlagProvider, context: EvaluationContext = .anonymous, sinks: [any EventSink] = []
    ) {
        self.init(provider: provider, context: context, sinks: sinks, options: .manual())
    }

    convenience init(
        configuration: ConfigurationSource, client name: String? = nil, providers: [ProviderModule] = [],
        sinks: [any EventSink] = []
    ) throws(ConfigurationError) {
        try self.init(
            configuration: configuration, client: name, providers: providers, sinks: sinks, options: .manual())
    }
}
