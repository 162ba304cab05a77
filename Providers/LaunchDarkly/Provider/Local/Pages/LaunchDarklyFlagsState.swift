// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

/// All flags of one context, as LaunchDarkly's JavaScript and mobile SDKs read them at their start (bootstrap).
///
/// A server writes them into a page, so that the page has its flags without a request:
/// ```swift
/// let snapshot = flags.snapshot(for: .user("ada"))
/// let state = LaunchDarklyFlagsState(snapshot, for: .browsers)
/// let html = "<script>const flags = \(state.text)</script>"
/// ```
/// The values are the values that reads of the snapshot return, with overrides and the kill switch. In a migration, they can come
/// from another provider. An app with Halyard reads the result with the bootstrap format `launchdarkly-flags-state`.
///
/// Creating the state evaluates each flag once. It doesn't perform I/O, doesn't count as reading the flags, and creates no events,
/// because the page reports its own reads. You can create it on any thread. If the client has no flags, or if LaunchDarkly doesn't
/// accept the context, the state contains no flags and isn't valid. A flag with an error has no value, and other flags aren't affected.
public struct LaunchDarklyFlagsState: Sendable, Hashable {
    /// The clients that receive the flags.
    ///
    /// In LaunchDarkly, you choose for each flag whether it's available to client-side SDKs (`clientSideAvailability`). Flags without
    /// this setting, and flags of other vendors, are available to mobile apps and not to browsers, as in LaunchDarkly.
    public enum Audience: Sendable, Hashable, CaseIterable {
        /// All flags, for readers that can see all flags of the environment.
        case everyone
        /// The flags that are available to SDKs with a client-side ID.
        case browsers
        /// The flags that are available to SDKs with a mobile key.
        case mobileApps
    }

    /// The details that the state contains in addition to the values.
    public struct Options: Sendable, Hashable {
        /// A Boolean value that indicates whether the state contains the reasons of the values.
        ///
        /// The reasons of flags in experiments are always included, because events need them.
        public var withReasons: Bool
        /// A Boolean value that indicates whether the versions and reasons of flags without separate events are left out.
        ///
        /// This makes the state smaller. Summaries of the page then don't contain the versions of these flags.
        public var detailsOnlyForTrackedFlags: Bool

        /// Creates options.
        public init(withReasons: Bool = false, detailsOnlyForTrackedFlags: Bool = false) {
            self.withReasons = withReasons
            self.detailsOnlyForTrackedFlags = detailsOnlyForTrackedFlags
        }
    }

    /// A Boolean value that indicates whether the state contains the context's flags.
    public let isValid: Bool
    /// The values by flag key, with null for flags without a value.
    public let values: [String: FlagValue]
    /// The details of the flags in LaunchDarkly's format.
    private let details: [String: FlagValue]

    /// Creates the state of a snapshot's flags.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot, usually from `FlagClient.snapshot(for:)`.
    ///   - audience: The clients that receive the flags.
    ///   - options: The details that the state contains.
    public init(_ snapshot: FlagSnapshot, for audience: Audience, options: Options = Options()) {
        self.init(snapshot, for: audience, options: options, at: SystemTime().now)
    }

    /// Creates the state at a given time.
    init(_ snapshot: FlagSnapshot, for audience: Audience, options: Options, at now: Instant) {
        let state = snapshot.state
        let rules = state.flagSet?.launchDarklyRules ?? []
        isValid = state.flagSet != nil && rules.allSatisfy { $0.accepts(state.context) }
        guard isValid else {
            values = [:]
            details = [:]
            return
        }
        var values: [String: FlagValue] = [:]
        var details: [String: FlagValue] = [:]
        for flag in snapshot.table where rules.serve(flag.key, to: audience) {
            values[flag.key] = flag.value
            details[flag.key] = flag.stateDetails(options, at: now)
        }
        self.values = values
        self.details = details
    }

    /// The state as JSON, in the format of LaunchDarkly's server SDKs.
    ///
    /// For example: `{"new-nav": true, "$flagsState": {"new-nav": {"variation": 0, "version": 41}}, "$valid": true}`.
    public var json: FlagValue {
        var members = values
        members["$flagsState"] = .object(details)
        members["$valid"] = .bool(isValid)
        return .object(members)
    }

    /// A string with the JSON, which you can write into a `<script>` element of a page.
    ///
    /// The characters that could end the element are escaped.
    public var text: String {
        // In JSON, these characters occur only in strings.
        JSONWriter.text(json).replacing("<", with: #"\u003c"#).replacing(">", with: #"\u003e"#)
            .replacing("&", with: #"\u0026"#)
            .replacing("\u{2028}", with: #"\u2028"#).replacing("\u{2029}", with: #"\u2029"#)
    }
}

extension FlagSet {
    /// The LaunchDarkly rules of the flag set and its parts.
    fileprivate var launchDarklyRules: [LaunchDarklyRules] {
        (rules as? LaunchDarklyRules).map { [$0] } ?? parts.values.flatMap(\.launchDarklyRules)
    }
}

extension LaunchDarklyRules {
    fileprivate func accepts(_ context: EvaluationContext) -> Bool { values(of: context).isValid }
}

extension [LaunchDarklyRules] {
    /// Returns whether a flag is available to an audience in all rules that contain it.
    fileprivate func serve(_ key: String, to audience: LaunchDarklyFlagsState.Audience) -> Bool {
        let flags = compactMap { $0.book.flags[key] }
        return switch audience {
        case .everyone: true
        case .browsers: !flags.isEmpty && flags.allSatisfy(\.isForBrowsers)
        case .mobileApps: flags.allSatisfy(\.isForMobileApps)
        }
    }
}

extension EvaluatedFlag {
    /// Returns the flag's details in the format of LaunchDarkly's server SDKs.
    fileprivate func stateDetails(_ options: LaunchDarklyFlagsState.Options, at now: Instant) -> FlagValue {
        let flag = LaunchDarklyFlag(self)
        let isDebugged = flag.debugEventsUntil.map { now < $0 } ?? false
        let isTracked = flag.trackEvents || flag.trackReason || isDebugged
        var details: [String: FlagValue] = [:]
        details["variation"] = variant.flatMap(Int64.init).map(FlagValue.int)
        if isTracked || !options.detailsOnlyForTrackedFlags {
            details["version"] = version.map(FlagValue.int)
            if options.withReasons || flag.trackReason { details["reason"] = metadata[LocalReason.fact] }
        }
        if flag.trackEvents { details["trackEvents"] = true }
        if flag.trackReason { details["trackReason"] = true }
        details["debugEventsUntilDate"] = flag.debugEventsUntil.map { .int($0.millisecondsSinceEpoch) }
        if !flag.prerequisites.isEmpty { details["prerequisites"] = .array(flag.prerequisites.map(FlagValue.string)) }
        return .object(details)
    }
}
