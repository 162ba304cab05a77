// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import Halyard
import HalyardSupport

/// Whether the reader of configurations accepts what a module's schema accepts.
package enum SchemaAgreement {
    /// What no schema can say: who is combined, whether hosts, proxies and files are what they should be, and whether an
    /// interval has a file.
    private static let beyondSchemas = [
        "/strategy", "/providers", "/proxy", "/noProxy", "/ca", "/clientCertificate", "/clientCertificate/key",
        "/verifiesPeer", "/required", "/overrides/refresh",
    ]

    /// Reads a hundred documents that are made of a schema.
    ///
    /// - Parameters:
    ///   - registry: Whose schema it is.
    ///   - type: The type of providers that matters.
    ///   - seed: Which documents.
    ///   - places: The ends of pointers where the reader may find more than a schema can say.
    /// - Returns: What was found elsewhere, and how many documents have a provider of the type.
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
