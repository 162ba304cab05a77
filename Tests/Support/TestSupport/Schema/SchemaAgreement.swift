// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// A comparison of the configuration reader with a module's schema.
package enum SchemaAgreement {
    /// Suffixes of locations with rules that a schema can't express, such as valid hosts, proxies, and files.
    private static let beyondSchemas = [
        "/strategy", "/providers", "/proxy", "/noProxy", "/ca", "/clientCertificate", "/clientCertificate/key",
        "/verifiesPeer", "/required", "/overrides/refresh",
    ]

    /// Reads 100 documents that are generated from a schema.
    ///
    /// - Parameters:
    ///   - registry: The registry that provides the schema.
    ///   - type: The provider type to count.
    ///   - seed: The random seed of the documents.
    ///   - places: Suffixes of other locations with rules that a schema can't express.
    /// - Returns: The errors at all other locations, and the number of documents with a provider of the type.
    package static func check(
        _ registry: ProviderRegistry, type: String, seed: UInt64, butFor places: [String]
    ) -> (others: [String], count: Int) {
        let schema = JSONSchema(registry.schema)
        var documents = SchemaDocuments(registry.schema, seed: seed)
        var host = ConfigurationHost()
        host.files = InMemoryFileSystem(["file.txt": "text"])
        host.variable = { _ in "text" }
        var others: [String] = []
        var count = 0
        for _ in 0..<100 {
            let document = documents.next()
            others += schema.faults(of: document).map { "\($0): \(document)" }
            do throws(ConfigurationError) {
                _ = try registry.load(.json(JSONWriter.text(document)), host: host)
            } catch {
                others += error.diagnostics.filter { diagnostic in
                    !["providerNesting", "missingFile", "riskySetting"].contains(diagnostic.code)
                        && !(places + beyondSchemas).contains { diagnostic.location?.pointer.hasSuffix($0) == true }
                }.map { "\($0): \(document)" }
            }
            if document.description.contains("\"type\":\"\(type)\"") { count += 1 }
        }
        return (others, count)
    }
}
