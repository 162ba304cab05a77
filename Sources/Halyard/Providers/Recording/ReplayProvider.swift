// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Replays an app run that a ``RunRecorder`` wrote: the same flags, and the same changes at the same moments.
///
/// ```swift
/// let replay = ReplayProvider(.file("run.json"), speed: 10)
/// ```
/// A client whose context has a recorded identity sees what that identity saw, from its beginning; any other sees the whole
/// run. A new mode or a refresh continues at the run's current position. After the last change, nothing more happens. With a
/// manual clock, a test moves through the run at will.
///
/// The file is read when a client asks, off the cooperative thread pool. One that is truncated or not a recorded run is
/// refused as a whole; in a complete one, what is wrong is reported and left out.
public struct ReplayProvider: FlagProvider {
    /// The provider's name.
    public let name: String

    private let place: BootstrapProvider.Source
    private let speed: Double
    private let files: any FileSystem
    private let time: any TimeSource

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - source: The recorded run.
    ///   - name: The provider's name.
    ///   - speed: The playback speed relative to the recording, from 0.001 to 1,000,000.
    ///   - files: The file system.
    ///   - time: The clock.
    public init(
        _ source: BootstrapProvider.Source, name: String = "replay", speed: Double = 1,
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
        // What was in place before the provider had answered does not count as an answer.
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

    private func moment(of step: RunRecording.Step) -> Duration {
        // A thousand years: a value that a clock cannot represent would trap.
        .milliseconds(Int64(min(max(Double(step.at) / speed, 0), 31_557_600_000_000).rounded()))
    }

    private func read(_ channel: FlagChannel) async throws(FlagError) -> RecordedRun {
        let source = BootstrapSource(place: place, formats: [.replay], format: nil, files: files)
        do throws(FlagError) {
            let document = try await source.document()
            let contents = try document.contents(formats: [.replay], named: nil, origin: origin)
            for finding in contents.findings { channel.report(finding) }
            return RecordedRun(try document.parsed(), origin: origin)
        } catch {
            for finding in error.diagnostics { channel.report(finding) }
            throw error
        }
    }

    private var origin: Origin { Origin(.bootstrap, provider: name) }
}
