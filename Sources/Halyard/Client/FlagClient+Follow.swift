// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension FlagClient {
    /// Applies each version of a configuration file, from the present one on, until the task is cancelled or the client is
    /// shut down.
    ///
    /// A version that is wrong is reported and changes nothing. One that cannot be read, or whose provider does not answer,
    /// is reported too, and tried again at each look. Only the file itself is looked at, not the files and variables that
    /// it names.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - interval: How often to look whether it has changed, at least 10 ms.
    public func follow(_ path: String, every interval: Duration) async {
        let (number, task) = core.withLock { core in
            let number = (core.followers.keys.max() ?? 0) + 1
            let task = makeFollower(path, every: interval, core.configured.host.files)
            core.followers[number] = task
            return (number, task)
        }
        // The client may have been shut down just before.
        if state.isShutDown { task.cancel() }
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        core.withLock { _ = $0.followers.removeValue(forKey: number) }
    }

    /// Follows the file that the client's own configuration says, for as long as the client lives; called under the lock.
    func startWatching(_ core: inout Core) {
        followKillSwitch(&core)
        guard let watch = core.configured.watch.take() else { return }
        core.followers[0] = makeFollower(watch.file, every: watch.interval, core.configured.host.files)
    }

    private func makeFollower(
        _ path: String, every interval: Duration, _ files: any FileSystem
    ) -> Task<Void, Never> {
        Task { [weak self, time = options.time] in
            var watch = FileWatch(path, files: files)
            var lastFindings: [Diagnostic] = []
            while !Task.isCancelled {
                let hasChanged = await watch.hasChanged()
                // The client is held no longer than it takes to apply a version.
                guard let look = await self?.look(at: path, hasChanged, lastFindings) else { return }
                lastFindings = look.findings
                if look.isWorthAnotherTry { watch.forget() }
                if (try? await time.sleep(for: max(interval, .milliseconds(10)))) == nil { return }
            }
        }
    }

    /// What came of a version of a file.
    private struct Look {
        var findings: [Diagnostic]
        /// Whether the same version may do better later.
        var isWorthAnotherTry = false
    }

    /// Applies a version that is new, and reports what is wrong unless that was told at the look before; nil when the client
    /// is shut down.
    private func look(at path: String, _ hasChanged: Bool, _ lastFindings: [Diagnostic]) async -> Look? {
        if state.isShutDown { return nil }
        guard hasChanged else { return Look(findings: lastFindings) }
        let look = await applying(path)
        if look.findings != lastFindings { for finding in look.findings { diagnostics.report(finding) } }
        return look
    }

    private func applying(_ path: String) async -> Look {
        do {
            try await apply(.file(path))
            return Look(findings: [])
        } catch let error as ConfigurationError {
            let isUnreadable = error.findings.contains { $0.code == "fileUnreadable" }
            return Look(findings: error.findings, isWorthAnotherTry: isUnreadable)
        } catch is CancellationError {
            return Look(findings: [])
        } catch {
            let finding = Diagnostic(
                "configurationNotApplied", .error, location: .init(file: path),
                "The configuration was not applied: \(FlagError(wrapping: error)).",
                mend: "What was configured before stays; it is tried again.")
            return Look(findings: [finding], isWorthAnotherTry: true)
        }
    }
}
