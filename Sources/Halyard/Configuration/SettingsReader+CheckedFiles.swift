// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

// Files that the client reads later. If the host checks files, they are read while the configuration is loaded, only to report
// problems.
extension SettingsReader {
    /// Reports the problems in a bootstrap file.
    func checkBootstrap(_ path: String, _ formats: [BootstrapFormat], named format: String?) {
        // A missing file has already been reported.
        guard let bytes = checkedContents("file", of: path, missing: {}) else { return }
        let document = BootstrapDocument(file: path, bytes: bytes)
        do throws(FlagError) {
            let contents = try document.contents(
                formats: formats, named: format, origin: Origin(.bootstrap, provider: name))
            builder.add(contents.diagnostics)
        } catch {
            builder.add(error.diagnostics)
        }
    }

    /// Reports that a kill switch's file doesn't exist, which is normal until an incident, or the problems in it.
    func checkKillSwitch(_ path: String) {
        let missing = "\(path) doesn't exist, so the kill switch is inactive."
        let suggestion = "Create it when you need to override a flag."
        let bytes = checkedContents("file", of: path) {
            builder.add(.missingFile, .info, at: pointer.appending("file"), missing, suggestion: suggestion)
        }
        guard let bytes else { return }
        do throws(ConfigurationError) {
            _ = try KillSwitchDocument(bytes, file: path, at: host.time.now)
        } catch {
            builder.add(error.diagnostics)
        }
    }

    /// Returns the content of a file, or `nil` if the host doesn't check files, or if the file doesn't exist or can't be read.
    ///
    /// Reports a file that can't be read.
    ///
    /// - Parameter missing: Called if the file doesn't exist.
    private func checkedContents(_ name: String, of path: String, missing: () -> Void) -> [UInt8]? {
        guard host.checksFiles else { return nil }
        do throws(FileError) {
            return try host.files.contents(of: path)
        } catch {
            if error.isMissing {
                missing()
                return nil
            }
            builder.add(
                .missingFile, .warning, at: pointer.appending(name), "Can't read \(path): \(error.reason).",
                suggestion: "Fix the file, or use another file.")
            return nil
        }
    }
}

extension Diagnostic.Code {
    /// A file that the configuration names doesn't exist, or can't be read.
    package static let missingFile: Diagnostic.Code = "missingFile"
}
