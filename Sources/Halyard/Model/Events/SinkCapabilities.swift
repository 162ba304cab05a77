// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The events that a sink receives.
public struct SinkCapabilities: Sendable, Hashable {
    /// The evaluations that the sink receives as single events.
    public var interest: SinkCapabilities.Interest
    /// A Boolean value that indicates whether the sink accepts tracking events (``FlagClient/track(_:data:metric:for:)``).
    ///
    /// If none of a client's sinks accepts them, the client reports each event's name once.
    public var acceptsTrackingEvents: Bool
    /// A Boolean value that indicates whether the sink receives the contexts that flags are read and events are tracked for
    /// (``FlagEvent/contextUsed(_:)``).
    ///
    /// A snapshot's first read then creates an event. All other reads check a number.
    public var receivesContextUses: Bool

    /// Creates capabilities.
    ///
    /// The default is counts, single events for flags that request them, and tracking events.
    public init(
        interest: SinkCapabilities.Interest = .flagged, acceptsTrackingEvents: Bool = true,
        receivesContextUses: Bool = false
    ) {
        self.interest = interest
        self.acceptsTrackingEvents = acceptsTrackingEvents
        self.receivesContextUses = receivesContextUses
    }
}

extension SinkCapabilities {
    /// The evaluations that a sink receives as single events.
    ///
    /// Each level includes the previous one.
    public enum Interest: Int, Sendable, Hashable, Comparable {
        /// No evaluations, because counts are enough.
        case counts
        /// Evaluations of flags that request it (``EvaluatedFlag/Reporting/each``).
        case flagged
        /// All evaluations.
        ///
        /// Every read then creates an event, which costs far more than counting.
        case every

        /// Returns true if the left level includes fewer evaluations.
        public static func < (left: SinkCapabilities.Interest, right: SinkCapabilities.Interest) -> Bool {
            left.rawValue < right.rawValue
        }

        /// Returns true if a sink with this interest receives the evaluation.
        func wants(_ evaluation: Evaluation) -> Bool {
            self == .every || (self == .flagged && evaluation.flag?.reporting.contains(.each) == true)
        }
    }
}
