// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderConformance {
    /// A rule of the contract that a check covers.
    ///
    /// Each case is described by its violation.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The name is empty or changes.
        case name
        /// A run does not publish anything in time, or returns without publishing anything.
        case answer
        /// A resumed run does not confirm its flag set.
        case resume
        /// A run publishes the flag set that it received as if it came from the source.
        case echo
        /// One of two clients is not served, or the end or mode of one client affects the other client.
        case severalClients
        /// A canceled run continues.
        case cancellation
        /// A state is published for a run that has ended.
        case lateState
        /// A flag set has another context than the request.
        case context
        /// A flag's origin names another provider or no provider.
        case origin
        /// A status is ready or stale before the first flag set.
        case flagsFirst
        /// A run of an offline client uses the network.
        case offline
        /// A status and its error do not match.
        case error
        /// A flag set was confirmed earlier than the previous flag set.
        case confirmation
        /// Erasing a context takes too long.
        case erase
        /// The first or second close takes too long.
        case close
        /// A provider does not serve flags after it was closed.
        case reuse
        /// Rules return a flag with a key that does not match its index, or have duplicate keys.
        case ruleIndices
        /// Rules return different objects for the same outcome.
        case outcomes
        /// The result of an evaluator depends on time, threads, or other evaluators.
        case evaluators

        /// A sentence from the contract.
        public var promise: String {
            switch self {
            case .name: "A provider's name must be constant and not empty, because every flag's origin contains it."
            case .answer: "A run must publish flags or an error, or throw, because a caller waits for it."
            case .resume: "A resumed run must confirm its flag set or publish flags, because a caller waits for it."
            case .echo:
                "A run must not publish the flags that it received, because they would count as flags from the source."
            case .severalClients: "Several clients can share a provider, each in its own mode."
            case .cancellation: "A run must end promptly when its task is canceled."
            case .lateState: "A run must not publish states after it has returned or thrown."
            case .context: "A run must publish flags only for the context of its request."
            case .origin:
                "Every flag's origin must contain the provider's name. Otherwise its evaluations aren't reported."
            case .flagsFirst: "The statuses ready and stale require flags."
            case .offline:
                "A run of an offline client must not send requests, so it can't have new flags from the network."
            case .error: "The statuses error and fatal require an error, and ready must not have an error."
            case .confirmation: "In a run, a flag set must not be confirmed earlier than the previous flag set."
            case .erase: "Erasing a context must always return in a limited time."
            case .close: "Closing must return in a limited time, and closing again must not do anything."
            case .reuse: "A closed provider must serve flags when it runs again, because an app can switch back to it."
            case .ruleIndices:
                "Rules must evaluate each flag at the index of its key in keys, which must not have duplicates or change."
            case .outcomes:
                "Rules must return the same flag object for the same outcome in all contexts, because counts depend on it."
            case .evaluators:
                "An evaluator's context, time, and random values must be fixed when it is created, and it must be thread-safe."
            }
        }

        /// A sentence that describes the fix.
        public var suggestion: String {
            switch self {
            case .name: "Return a constant."
            case .answer:
                "Publish .ready(flagSet) or .failed(error), and set a time limit for each request."
            case .resume: "Publish .ready(flagSet) again when the source has confirmed it."
            case .echo: "Publish .stale(), or nothing, until the source has responded."
            case .severalClients, .context: "Store the state of a run in local variables of run(_:into:)."
            case .cancellation: "End every wait in the run on cancellation."
            case .lateState: "Wait in the run for all tasks that publish to its channel."
            case .origin: "Create flags with Origin(_:provider:) and the provider's name."
            case .flagsFirst: "Publish a flag set with the first ready or stale state, or publish .failed(error)."
            case .offline:
                "Publish .offline(request). For flags that need no network, use another origin, such as .memory or .bootstrap."
            case .error: "Use .ready(flagSet), .stale(flagSet, error:) and .failed(error)."
            case .confirmation: "Set confirmedAt to the time of the source's latest response, and never set it back."
            case .erase: "Set a time limit for each wait."
            case .close: "Store whether the provider is closed, and set a time limit for each wait."
            case .reuse: "Release unused resources in close(), and acquire them again in run(_:into:)."
            case .ruleIndices: "Create keys once, and look up flags by index."
            case .outcomes: "Create all flags with the rules, and choose one of them in the evaluator."
            case .evaluators:
                "Read the clock and create random values in evaluator(for:), and don't store state between calls."
            }
        }
    }
}
