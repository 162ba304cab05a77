// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The state that all settings share while one configuration is being read.
final class ConfigurationLoad {
    let registry: ProviderRegistry
    var host: ConfigurationHost
    /// Where relative paths start.
    let directory: String
    /// Whether a text may be given as a reference to a variable or file: only in the app's own configuration.
    let followsReferences: Bool
    let check: ConfigurationCheck
    /// Whether nothing is read: the settings only record what they are asked for, to describe it.
    let isDescribing: Bool
    /// The configured providers, for providers that refer to others.
    ///
    /// Weak, because they retain this object.
    weak var providers: Settings?
    /// The whole document, for what all its parts share.
    ///
    /// Weak, because it retains this object.
    weak var document: Settings?

    /// Shared by all combinations, so that a person without a key falls into the same share of each.
    private(set) lazy var anonymousKey = AnonymousKey(store: host.store(), time: host.time)

    /// The names of the providers that are being made, the outermost first.
    private var making: [String] = []
    private var dependencies: [String] = []

    init(
        registry: ProviderRegistry = ProviderRegistry(modules: []), host: ConfigurationHost = ConfigurationHost(),
        directory: String = ".", followsReferences: Bool = true, isDescribing: Bool = false,
        check: ConfigurationCheck = ConfigurationCheck(file: nil, bytes: nil)
    ) {
        self.registry = registry
        self.host = host
        self.directory = directory
        self.followsReferences = followsReferences
        self.isDescribing = isDescribing
        self.check = check
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
}
