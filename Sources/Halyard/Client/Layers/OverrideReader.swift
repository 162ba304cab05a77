// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport

/// A reader of the overrides from arguments, the environment, and a file, which records errors and keeps valid overrides.
struct OverrideReader {
    /// The overrides of each layer.
    private(set) var flags: [FlagLayer: [EvaluatedFlag]] = [:]
    /// The diagnostics about the arguments and the environment.
    private(set) var textDiagnostics: [Diagnostic] = []
    /// The diagnostics about the file.
    private(set) var fileDiagnostics: [Diagnostic] = []
    private let options: OverrideOptions

    /// Reads all sources in the options.
    ///
    /// Blocks until the disk has responded.
    init(_ options: OverrideOptions) {
        self.options = options
        guard options.hasSources else { return }
        guard isAllowed else {
            textDiagnostics = [OverrideOptions.off]
            return
        }
        if options.arguments { readArguments(options.host.arguments) }
        if options.environment, let text = options.host.variable(OverrideOptions.variable) { readVariable(text) }
        if let path = options.file { readFile(path) }
    }

    /// The file, if the client follows it.
    var followedFile: String? { isAllowed && options.refresh != nil ? options.file : nil }
    /// A Boolean value that indicates whether overrides are allowed in this build.
    var isAllowed: Bool { options.isAllowed }
    /// All diagnostics.
    var diagnostics: [Diagnostic] { textDiagnostics + fileDiagnostics }

    // MARK: Arguments

    private static let argument = "--halyard-flag"

    private mutating func readArguments(_ arguments: [String]) {
        var index = arguments.startIndex
        while index < arguments.endIndex {
            defer { index += 1 }
            let argument = arguments[index]
            if argument.hasPrefix(Self.argument + "=") {
                add(argument.dropFirst(Self.argument.count + 1), number: index)
            } else if argument == Self.argument {
                index += 1
                if index < arguments.endIndex {
                    add(arguments[index][...], number: index)
                } else {
                    note("argument \(index - 1)", "Missing value after \(Self.argument).", Self.argumentSuggestion)
                }
            }
        }
    }

    private mutating func add(_ pair: Substring, number: Int) {
        let place = "argument \(number)"
        guard let (name, text) = Self.split(pair) else {
            return note(place, "Invalid override \(FlagValue.string(String(pair))).", Self.argumentSuggestion)
        }
        force(name, text: text, from: .argument, at: place)
    }

    private static let argumentSuggestion = "Use \(argument) name=value."

    // MARK: Environment

    private mutating func readVariable(_ text: String) {
        let place = OverrideOptions.variable
        if text.first(where: { !$0.isWhitespace }) == "{" { return readObject(text, at: place) }
        for (number, piece) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
            let pair = piece.trimming(while: \.isWhitespace)
            if pair.isEmpty { continue }
            guard let (name, value) = Self.split(pair) else {
                note(
                    place, "Invalid override \(FlagValue.string(String(pair))) (piece \(number + 1)).",
                    "Use name=value pairs, separated by \";\".")
                continue
            }
            force(name, text: value, from: .environment, at: place)
        }
    }

    private mutating func readObject(_ text: String, at place: String) {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        do throws(JSONError) {
            guard case .object(let values) = try JSONReader(options: options).read(text) else { return }
            for (name, value) in values { force(name, value, from: .environment, at: place) }
        } catch {
            textDiagnostics.append(error.diagnostic(file: place))
        }
    }

    // MARK: File

    /// Reads the file, and omits its layer from ``flags`` if the whole file can't be read.
    private mutating func readFile(_ path: String) {
        do throws(FlagError) {
            let bytes = try Self.contents(of: path, options.host.files)
            let contents = try BootstrapDocument(file: path, bytes: bytes).contents(
                formats: [.halyard], named: nil, origin: .override)
            fileDiagnostics = contents.diagnostics
            flags[.file] = []
            for flag in contents.flags { force(flag.key, flag.value, from: .file, at: path) }
        } catch {
            fileDiagnostics = error.diagnostics
        }
    }

    private static func contents(of path: String, _ files: any FileSystem) throws(FlagError) -> [UInt8] {
        do throws(FileError) {
            return try files.contents(of: path)
        } catch {
            throw BootstrapSource.unreadable(error, at: path)
        }
    }

    // MARK: Helpers

    private mutating func force(_ name: String, text: String, from layer: FlagLayer, at place: String) {
        let text = OverrideText(text)
        force(name, text.value, text.second, from: layer, at: place)
    }

    private mutating func force(
        _ name: String, _ value: FlagValue, _ second: FlagValue? = nil, from layer: FlagLayer, at place: String
    ) {
        flags[layer, default: []].append(EvaluatedFlag(forced: name, value, second, by: layer, at: place))
    }

    private mutating func note(_ place: String, _ message: String, _ suggestion: String) {
        textDiagnostics.append(Diagnostic("invalidOverride", .warning, subject: place, message, suggestion: suggestion))
    }

    private static func split(_ pair: Substring) -> (name: String, text: String)? {
        guard let sign = pair.firstIndex(of: "=") else { return nil }
        let name = pair[..<sign].trimming(while: \.isWhitespace)
        return name.isEmpty ? nil : (String(name), String(pair[pair.index(after: sign)...]))
    }
}

// MARK: - Following the file

extension OverrideReader {
    /// Returns a task body that follows the file for a client, or `nil` if there's no file to follow.
    ///
    /// If the whole file can't be read, its last good version remains in place.
    func following(on time: any TimeSource) -> Followers.Body? {
        guard let path = followedFile, let interval = options.refresh else { return nil }
        var options = options
        options.arguments = false
        options.environment = false
        return { [options] follower in
            var file = DocumentFollower(file: path, files: options.host.files)
            await follower.poll(every: max(interval, .seconds(1)), on: time) {
                let version = await file.look {
                    let read = await BlockingWork.run { OverrideReader(options) }
                    let isUnreadable = read.diagnostics.contains { $0.code == BootstrapSource.unreadable }
                    return .init(value: read, isWorthAnotherTry: isUnreadable)
                }
                guard !Task.isCancelled, let client = follower.client() else { return false }
                if let version { client.takeOverrides(version.value, from: follower) }
                return true
            }
        }
    }
}

extension LayeredTable {
    /// Replaces the overrides from arguments, the environment, and the file.
    ///
    /// - Parameter file: The file that was followed before. If the same file can no longer be read, its last good version
    ///   remains.
    mutating func set(_ read: OverrideReader, after file: String? = nil) {
        for layer in FlagLayer.overrides where layer != .code {
            if layer == .file, read.flags[.file] == nil, let file, file == read.followedFile { continue }
            set(layer, FlagTable(read.flags[layer] ?? [], keeping: self[layer]))
        }
    }
}
