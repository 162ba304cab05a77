// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A provider's view of a context: the vendor's description, and the parts that it can't express.
///
/// Use it to compare vendors. The provider calls its mapper as it does for a request. The mapping can contain private
/// attributes, so show it only to people who are allowed to see them.
public struct ContextMapping: Sendable, Hashable {
    /// The provider's name.
    public internal(set) var provider: String
    /// The vendor's description of the context as JSON, or `nil` if the vendor can't use the context.
    public let output: FlagValue?
    /// A diagnostic for each part that was left out or changed.
    public let losses: [Diagnostic]
    /// The reason why the vendor can't use the context at all, or `nil` if it can.
    public let error: FlagError?

    /// Maps a context.
    ///
    /// - Parameters:
    ///   - provider: The provider's name.
    ///   - context: The context.
    ///   - mapper: The provider's mapper.
    ///   - json: A closure that returns the vendor's description as JSON.
    public init<Output: Sendable>(
        _ provider: String, _ context: EvaluationContext, by mapper: any ContextMapper<Output>,
        json: (Output) -> FlagValue
    ) {
        self.init(provider) { () throws in
            let mapped = try mapper.map(context)
            return MappedContext(json(mapped.output), losses: mapped.losses)
        }
    }

    /// Creates a mapping from a closure that maps the context, or throws the reason why it can't be mapped.
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

/// The mappings of one context by several vendors, next to each other.
public struct ContextMappings: Sendable, Hashable, CustomStringConvertible {
    /// The mappings, in the order of the providers.
    public let mappings: [ContextMapping]

    /// Creates a list.
    public init(_ mappings: [ContextMapping]) { self.mappings = mappings }

    /// A column for each provider with its vendor's description, followed by the losses.
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
