// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension ProviderConformance {
    /// A rule of the contract that is checked.
    public enum Rule: String, Sendable, Hashable, CaseIterable {
        /// The name is empty or changes.
        case name
        /// A run says nothing within the patience, or returns without having said anything.
        case answer
        /// A run given its last snapshot does not answer again.
        case resume
        /// A run publishes the snapshot that it was given as if it had got it.
        case echo
        /// One of two clients is not served, one's end ends the other's run, or one's mode is the other's.
        case severalClients
        /// A cancelled run goes on.
        case cancellation
        /// Something is published for a run that has ended.
        case lateState
        /// A snapshot is for another context than the run was asked for.
        case context
        /// A flag's origin names another provider, or none.
        case origin
        /// Flags are announced as ready or stale before there are any.
        case flagsFirst
        /// A run of an offline client uses the network.
        case offline
        /// A status and its error do not fit.
        case error
        /// A snapshot was confirmed earlier than the one before.
        case confirmation
        /// Forgetting a context takes too long.
        case erase
        /// Closing takes too long, the first or the second time.
        case close
        /// A provider that was closed does not serve any more.
        case reuse
        /// Rules give a flag under another name than its place has, or have a name twice.
        case places
        /// Rules make another object for the same outcome.
        case outcomes
        /// What an evaluator gives depends on when, on which thread or beside which other one it is asked.
        case evaluators

        /// What the contract says.
        public var promise: String {
            switch self {
            case .name: "A provider's name is stable and not empty: it is written into every flag's origin."
            case .answer: "A run publishes an answer or an error, or throws: a caller waits for it."
            case .resume: "A run that is given its last snapshot answers like any other: a caller waits for it."
            case .echo:
                "Flags that a run is given are served by others as they see fit: published again, they pass for the source's."
            case .severalClients: "Several clients may share a provider, each in its own mode."
            case .cancellation: "A run ends promptly when its task is cancelled."
            case .lateState: "To return or to throw means that nothing will change any more."
            case .context: "A run publishes for the context of its request only."
            case .origin:
                "Every flag's origin carries the provider's name: without it its evaluations are not reported."
            case .flagsFirst: "Ready and stale mean that there are flags."
            case .offline: "A run of an offline client sends no requests, so it can't get fresh flags of the network."
            case .error: "The statuses error and fatal carry an error, and ready carries none."
            case .confirmation: "Within a run, each snapshot was confirmed no earlier than the one before."
            case .erase: "Erasing a context returns in a bounded time, at any moment."
            case .close: "Closing returns in a bounded time, and closing again does nothing."
            case .reuse: "A provider that was closed serves again when it is run again: an app may return to it."
            case .places:
                "Rules decide each flag at the place of its name in keys, which has it once and never changes."
            case .outcomes: "The same outcome is the same flag object for all contexts: counts are kept by it."
            case .evaluators:
                "An evaluator is bound to its context, clock and dice when it is made, and safe to call from any thread."
            }
        }

        /// What to do about it.
        public var suggestion: String {
            switch self {
            case .name: "Return a constant."
            case .answer:
                "Publish .ready(snapshot) or .failed(error), and give each request to the service a time limit."
            case .resume: "Publish .ready(snapshot) again once the source has confirmed it."
            case .echo: "Publish .stale() for 'as before', or nothing, until the source has answered."
            case .severalClients, .context: "Keep what belongs to a run in local variables of run(_:into:)."
            case .cancellation: "Let every wait in the run throw or return on cancellation."
            case .lateState: "Let the run wait for all tasks that publish into its channel."
            case .origin: "Make the flags with Origin(_:provider:) and the provider's name."
            case .flagsFirst: "Publish a snapshot with the first ready or stale state, or publish .failed(error)."
            case .offline:
                "Publish .offline(request). Flags that need no network have another origin, such as .memory or .bootstrap."
            case .error: "Use .ready(snapshot), .stale(snapshot, error:) and .failed(error)."
            case .confirmation: "Set confirmedAt to the time of the source's latest answer, and never set it back."
            case .erase: "Give what it waits for a time limit."
            case .close: "Remember that the provider was closed, and give what it waits for a time limit."
            case .reuse: "Let close() give back only what no run needs any more, and run(_:into:) open it again."
            case .places: "Make keys once, and look flags up by their places."
            case .outcomes: "Make each flag when the rules are made, and let the evaluator choose one of them."
            case .evaluators: "Read the clock and throw dice in evaluator(for:), and keep nothing between calls."
            }
        }
    }
}
