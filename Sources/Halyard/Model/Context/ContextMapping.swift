// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// How a provider's vendor sees a context, and what is lost on the way.
///
/// For comparing vendors: a provider asks its mapper as it does for a request. May hold private attributes, so show it only
/// to people who may see them.
public struct ContextMapping: Sendable, Hashable {
    /// The provider's name.
    public internal(set) var provider: String
    /// The vendor's description of the context, as JSON; nil when it cannot be described.
    public let output: FlagValue?
    /// What was left out or changed on the way.
    public let losses: [Diagnostic]
    /// Why the vendor cannot work with the context at all; nil when it can.
    public let error: FlagError?

    /// Maps a context.
    ///
    /// - Parameters:
    ///   - provider: The provider's name.
    ///   - context: The context.
    ///   - mapper: The provider's mapper.
    ///   - json: The vendor's description as JSON.
    public init<Output: Sendable>(
        _ provider: String, _ context: EvaluationContext, by mapper: any ContextMapper<Output>,
        json: (Output) -> FlagValue
    ) {
        self.init(provider) { () throws in
            let mapped = try mapper.map(context)
            return MappedContext(json(mapped.output), losses: mapped.losses)
        }
    }

    /// Makes a mapping from a closure that maps the context, or throws the reason why it cannot be mapped.
    public init(_ provider: String, _ map: () throws -> MappedContext<FlagValue>) {
        self.provider = provider
        do {
            let mapped = try map()
            (output, losses, error) = (mapped.output, mapped.losses, nil)
        } catch {
            (output, losses, self.error) = (nil, [], FlagError(wrapping: error))
        }
    }
}

/// One context as several vendors see it, side by side.
public struct ContextMappings: Sendable, Hashable, CustomStringConvertible {
    /// The mappings, in the order of the providers.
    public let mappings: [ContextMapping]

    /// Makes a list.
    public init(_ mappings: [ContextMapping]) { self.mappings = mappings }

    /// A column for each provider, with what its vendor receives, and below that what is lost.
    public var description: String {
        let columns = mappings.map { mapping in
            [mapping.provider]
                + (mapping.output.map { JSONWriter.prettyText($0) } ?? "-").split(separator: "\n").map(String.init)
        }
        let widths = columns.map { $0.map(\.count).max() ?? 0 }
        let height = columns.map(\.count).max() ?? 0
        let lines = (0..<height).map { line -> String in
            let cells = zip(columns, widths).map { column, width -> String in
                let text = line < column.count ? column[line] : ""
                return text + String(repeating: " ", count: width - text.count)
            }
            return String(cells.joined(separator: "   ").trimmingSuffix { $0 == " " })
        }
        let notes = mappings.flatMap { mapping in
            mapping.losses.map { "\(mapping.provider): \($0)" }
                + (mapping.error.map { ["\(mapping.provider): error: \($0)"] } ?? [])
        }
        return (lines + notes).joined(separator: "\n")
    }
}
