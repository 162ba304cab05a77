// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import TestSupport

// The samples' clients get these initializers instead of Halyard's, because they need fewer default arguments. Their deadlines
// are on a clock that stands still: on a busy machine, a sample's two seconds pass before its provider has had a turn.
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
