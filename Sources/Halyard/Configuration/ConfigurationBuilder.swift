// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The state that is shared while one configuration document is read and checked.
///
/// Collects all errors, so that they're reported together.
final class ConfigurationBuilder {
    private struct Issue: Hashable {
        var code: Diagnostic.Code
        var severity: Diagnostic.Severity
        /// A Boolean value that indicates whether a document with this issue is rejected.
        var refuses: Bool
        var pointer: JSONPointer
        var target: JSONLocator.Target
        var message: String
        var suggestion: String
    }

    let registry: ProviderRegistry
    var host: ConfigurationHost
    /// The base folder of relative paths.
    let directory: String
    /// A Boolean value that indicates whether a string can be a reference to a variable or file.
    ///
    /// References are allowed only in the app's configuration.
    let followsReferences: Bool
    /// A Boolean value that indicates whether the settings are only described, and not read.
    let isDescribing: Bool
    /// The configured providers, for references between providers.
    ///
    /// The reference is weak, because they retain this object.
    weak var providers: SettingsReader?
    /// The whole document, for shared settings.
    ///
    /// The reference is weak, because the document retains this object.
    weak var document: SettingsReader?

    /// The key of anonymous contexts.
    ///
    /// All combined providers share it, so that an anonymous context belongs to the same share of each.
    private(set) lazy var anonymousKey = CombinedProvider.AnonymousContextKey(store: host.store(), time: host.time)

    /// The names of the providers that are being created, starting with the outermost one.
    private var making: [String] = []
    private var dependencies: [String] = []

    private let file: String?
    private let bytes: [UInt8]?
    private var issues: [Issue] = []
    /// The diagnostics in other files that the document names.
    private var foreignDiagnostics: [Diagnostic] = []
    private var known: Set<Issue> = []

    /// Creates the state for a document.
    ///
    /// - Parameters:
    ///   - file: Path of the document, for diagnostics.
    ///   - bytes: Content of the document. Without it, diagnostics have a JSON pointer and no line.
    init(
        registry: ProviderRegistry = ProviderRegistry(core: ProviderModule()),
        host: ConfigurationHost = ConfigurationHost(), file: String? = nil, bytes: [UInt8]? = nil,
        directory: String = ".", followsReferences: Bool = true, isDescribing: Bool = false
    ) {
        self.registry = registry
        self.host = host
        self.file = file
        self.bytes = bytes
        self.directory = directory
        self.followsReferences = followsReferences
        self.isDescribing = isDescribing
    }

    /// Creates a configured provider.
    ///
    /// Returns `nil` if it doesn't exist, is invalid, or contains itself.
    func provider(named name: String, _ circle: ([String]) -> Void = { _ in }) -> (any FlagProvider)? {
        if making.contains(name) {
            circle(making + [name])
            return nil
        }
        guard let settings = providers?.object(name) else { return nil }
        making.append(name)
        defer { making.removeLast() }
        depend(on: [.string(name), settings.json])
        return registry.provider(settings)
    }

    /// Records a value that the parts being created depend on.
    func depend(on value: FlagValue) { dependencies.append(value.description) }

    /// Creates a part, and a digest that changes only if the settings of the part change.
    func fingerprint<Product>(_ make: () -> Product) -> (product: Product, fingerprint: String) {
        let before = dependencies
        dependencies = [directory, host.appGroup?.folder.path ?? ""]
        defer { dependencies = before + dependencies }
        let product = make()
        return (product, SHA256.hexDigest(of: dependencies.joined(separator: "\n").utf8))
    }

    // MARK: What is wrong

    /// Returns the document as JSON.
    ///
    /// Rejects duplicate properties.
    func json(maximumBytes: Int? = nil) throws(ConfigurationError) -> FlagValue {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        if let maximumBytes { options.maximumBytes = maximumBytes }
        do throws(JSONError) {
            return try JSONReader(options: options).read(bytes ?? [])
        } catch {
            throw ConfigurationError(diagnostics: [error.diagnostic(file: file)])
        }
    }

    /// A Boolean value that indicates whether the document is usable.
    var isClean: Bool { !issues.contains { $0.refuses } }

    /// Returns whether there is an error at a location.
    func hasError(at pointer: JSONPointer) -> Bool { issues.contains { $0.refuses && $0.pointer == pointer } }

    /// Returns whether there is an error at a location, or inside it.
    func hasError(within pointer: JSONPointer) -> Bool {
        issues.contains { $0.refuses && $0.pointer.steps.starts(with: pointer.steps) }
    }

    /// Adds an issue.
    ///
    /// - Parameter refuses: A Boolean value that indicates whether the issue makes the document unusable, or `nil` if only an error
    ///   does.
    func add(
        _ code: Diagnostic.Code, _ severity: Diagnostic.Severity = .error, refuses: Bool? = nil,
        at pointer: JSONPointer, _ message: String,
        suggestion: String,
        target: JSONLocator.Target = .value
    ) {
        let issue = Issue(
            code: code, severity: severity, refuses: refuses ?? (severity >= .error), pointer: pointer, target: target,
            message: message, suggestion: suggestion)
        // A provider can be created several times, for several clients or inside several other providers.
        if known.insert(issue).inserted { issues.append(issue) }
    }

    /// Adds diagnostics in another file that the document names.
    ///
    /// They don't make the document unusable, because the file can change before an app reads it.
    func add(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics where diagnostic.severity > .info {
            if !foreignDiagnostics.contains(diagnostic) { foreignDiagnostics.append(diagnostic) }
        }
    }

    /// The diagnostics in the order of the document, followed by the diagnostics in other files.
    var diagnostics: [Diagnostic] {
        let places = issues.map { (pointer: $0.pointer, target: $0.target) }
        let positions = bytes.map { JSONLocator(bytes: $0).positions(of: places) }
        return issues.enumerated().map { number, issue in
            let position = positions?[number]
            return Diagnostic(
                issue.code, issue.severity,
                location: .init(
                    file: file, line: position?.line, column: position?.column, pointer: issue.pointer.description),
                issue.message, suggestion: issue.suggestion)
        }.sorted { left, right in
            let (first, second) = (left.location, right.location)
            return (first?.line ?? 0, first?.column ?? 0) < (second?.line ?? 0, second?.column ?? 0)
        } + foreignDiagnostics
    }
}
