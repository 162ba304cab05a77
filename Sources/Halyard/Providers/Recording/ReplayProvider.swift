// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Replays an app run that a ``RunRecorder`` wrote, with the same flags and the same changes at the same times.
///
/// ```swift
/// let replay = ReplayProvider(.file("run.json"), speed: 10)
/// ```
/// A client whose context has a recorded identity receives that identity's flags, from the beginning. Any other client receives the
/// whole run. A mode change or a refresh continues at the run's current position. After the last change, the flags remain the same.
/// In a test, a manual clock controls the position.
///
/// The file is read when a client requests flags, off the cooperative thread pool. A file that is truncated or isn't a recorded run
/// is rejected as a whole. In a complete file, invalid parts are reported and skipped.
public struct ReplayProvider: FlagProvider {
    /// The provider's name.
    public let name: String

    private let place: FileFlagProvider.Source
    private let speed: Double
    private let files: any FileSystem
    private let time: any TimeSource

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - source: The recorded run.
    ///   - name: The provider's name.
    ///   - speed: The playback speed relative to the recording, from 0.001 to 1,000,000.
    ///   - files: The file system.
    ///   - time: The clock.
    public init(
        _ source: FileFlagProvider.Source, name: String = "replay", speed: Double = 1,
        files: any FileSystem = LocalFileSystem(), time: any TimeSource = SystemTime()
    ) {
        place = source
        self.name = name
        self.speed = speed.isNaN ? 1 : min(max(speed, Self.speeds.lowerBound), Self.speeds.upperBound)
        self.files = files
        self.time = time
    }

    static let speeds = 0.001...1_000_000

    /// Serves one client until the run is over.
    public func run(_ request: FlagRequest, into channel: FlagChannel) async throws {
        var previous: EvaluationContext?
        if case .contextChanged(let context) = request.cause { previous = context }
        let timeline = try await read(channel).timeline(
            for: request.context.identityDigest, after: previous?.identityDigest)
        let isSameRun = request.cause == .modeChanged || request.cause == .refresh
        let begun = isSameRun ? request.resume.flatMap { Int64(flagValue: $0.providerData["begun"] ?? .null) } : nil
        let start = begun.map { Duration.milliseconds($0) } ?? time.uptime
        let providerData: FlagValue = ["begun": .int(start.wholeMilliseconds)]
        let flagSet = { (table: FlagTable) in
            FlagSet(table, for: request.context, providerData: providerData, confirmedAt: time.now)
        }

        var table = timeline.flags
        // Flags from before the provider's first response don't count as a response.
        if timeline.steps.isEmpty {
            channel.publish(.ready(flagSet(table)))
        } else if !table.isEmpty {
            channel.publish(.stale(flagSet(table)))
        }
        for step in timeline.steps {
            let due = start + moment(of: step)
            while time.uptime < due { try await time.sleep(for: due - time.uptime) }
            step.apply(to: &table)
            guard channel.publish(.ready(flagSet(table))) else { return }
        }
    }

    private func moment(of step: ReplayTimeline.Step) -> Duration {
        // At most 1,000 years, because the conversion traps for larger values.
        .milliseconds(Int64(min(max(Double(step.at) / speed, 0), 31_557_600_000_000).rounded()))
    }

    private func read(_ channel: FlagChannel) async throws(FlagError) -> RecordedRun {
        let source = BootstrapSource(place: place, formats: [.replay], format: nil, files: files)
        do throws(FlagError) {
            let document = try await source.document()
            let contents = try document.contents(formats: [.replay], named: nil, origin: origin)
            for diagnostic in contents.diagnostics { channel.report(diagnostic) }
            return RecordedRun(try document.parsed(), origin: origin)
        } catch {
            for diagnostic in error.diagnostics { channel.report(diagnostic) }
            throw error
        }
    }

    private var origin: Origin { Origin(.bootstrap, provider: name) }
}
