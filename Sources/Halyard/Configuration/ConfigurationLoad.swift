// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Reads and checks one configuration document: everything that its settings share, and what is wrong with it.
///
/// Collects all errors, so that they're reported at once.
final class ConfigurationLoad {
    private struct Issue: Hashable {
        var code: Diagnostic.Code
        var severity: Diagnostic.Severity
        /// Whether nothing is made from a document with it.
        var refuses: Bool
        var pointer: JSONPointer
        var target: JSONLocator.Target
        var message: String
        var suggestion: String
    }

    let registry: ProviderRegistry
    var host: ConfigurationHost
    /// Where relative paths start.
    let directory: String
    /// Whether a text may be given as a reference to a variable or file: only in the app's own configuration.
    let followsReferences: Bool
    /// Whether nothing is read: the settings only record what they are asked for, to describe it.
    let isDescribing: Bool
    /// The configured providers, for providers that refer to others.
    ///
    /// Weak, because they retain this object.
    weak var providers: SettingsReader?
    /// The whole document, for what all its parts share.
    ///
    /// Weak, because it retains this object.
    weak var document: SettingsReader?

    /// Shared by all combinations, so that a person without a key falls into the same share of each.
    private(set) lazy var anonymousKey = CombinedProvider.AnonymousContextKey(store: host.store(), time: host.time)

    /// The names of the providers that are being made, the outermost first.
    private var making: [String] = []
    private var dependencies: [String] = []

    private let file: String?
    private let bytes: [UInt8]?
    private var issues: [Issue] = []
    /// Findings in other files that the document names.
    private var foreignFindings: [Diagnostic] = []
    private var known: Set<Issue> = []

    /// - Parameters:
    ///   - file: The document's file, for findings.
    ///   - bytes: The document. Without it, findings have a JSON pointer and no line.
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

    /// Makes a configured provider by its name; nil when there is none, when it is wrong, or when it contains itself.
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

    /// Records something that the parts being made depend on.
    func depend(on value: FlagValue) { dependencies.append(value.description) }

    /// Makes something, and a digest that stays the same as long as everything that it was made from does.
    func fingerprint<Product>(_ make: () -> Product) -> (product: Product, fingerprint: String) {
        let before = dependencies
        dependencies = [directory, host.appGroup?.folder.path ?? ""]
        defer { dependencies = before + dependencies }
        let product = make()
        return (product, SHA256.hexDigest(of: dependencies.joined(separator: "\n").utf8))
    }

    // MARK: What is wrong

    /// The document as JSON, in which no object may have two members of one name.
    func json(maximumBytes: Int? = nil) throws(ConfigurationError) -> FlagValue {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        if let maximumBytes { options.maximumBytes = maximumBytes }
        do throws(JSONError) {
            return try JSONReader(options: options).read(bytes ?? [])
        } catch {
            throw ConfigurationError(findings: [error.diagnostic(file: file)])
        }
    }

    /// Whether something can be made from the document.
    var isClean: Bool { !issues.contains { $0.refuses } }

    /// Whether something is wrong at a place.
    func hasError(at pointer: JSONPointer) -> Bool { issues.contains { $0.refuses && $0.pointer == pointer } }

    /// Whether something is wrong at a place, or inside of it.
    func hasError(within pointer: JSONPointer) -> Bool {
        issues.contains { $0.refuses && $0.pointer.steps.starts(with: pointer.steps) }
    }

    /// Adds an issue.
    ///
    /// - Parameter refuses: Whether nothing is made from a document with it; nil: if it is an error.
    func add(
        _ code: Diagnostic.Code, _ severity: Diagnostic.Severity = .error, refuses: Bool? = nil,
        at pointer: JSONPointer, _ message: String,
        suggestion: String,
        target: JSONLocator.Target = .value
    ) {
        let issue = Issue(
            code: code, severity: severity, refuses: refuses ?? (severity >= .error), pointer: pointer, target: target,
            message: message, suggestion: suggestion)
        // A provider may be made several times: for several clients, or inside several others.
        if known.insert(issue).inserted { issues.append(issue) }
    }

    /// Adds findings in another file that the document names, as warnings.
    func add(_ findings: [Diagnostic]) {
        for var finding in findings where finding.severity > .info {
            finding.severity = .warning
            if !foreignFindings.contains(finding) { foreignFindings.append(finding) }
        }
    }

    /// The findings in the order of the text, followed by the findings in other files.
    var findings: [Diagnostic] {
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
        } + foreignFindings
    }
}
