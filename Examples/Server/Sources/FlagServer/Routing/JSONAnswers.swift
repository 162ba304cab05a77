// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer in JSON.
    static func json(_ value: FlagValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONWriter.bytes(value))))
    }

    /// An answer in JSON with a tag, or 304 for a client that has it already.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - content: The part of it that the tag stands for; nil for all of it.
    ///   - request: The request.
    static func json(_ value: FlagValue, tagging content: FlagValue? = nil, to request: Request) -> Response {
        // The tag is good for one run of the server: Swift's hashes differ from run to run.
        let tag = "\"\(String(UInt(bitPattern: (content ?? value).description.hashValue), radix: 36))\""
        if request.hasTag(tag) { return Response(status: .notModified, headers: [.eTag: tag]) }
        var response = json(value)
        response.headers[.eTag] = tag
        return response
    }
}

extension Request {
    /// Reads the body, which stays in the request.
    ///
    /// - Throws: An `HTTPError`: 413 for a body over 1 MiB, 415 for a compressed one.
    mutating func bytes(_ context: ServerContext) async throws -> [UInt8] {
        if let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" {
            throw HTTPError(
                .unsupportedMediaType,
                message: "Unsupported compression (\(encoding)). Send the body without compression.")
        }
        do {
            return Array(try await collectBody(upTo: context.maxUploadSize).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge, message: "The body is larger than 1 MiB. Use a smaller body.")
        }
    }

    /// Reads the body as JSON.
    ///
    /// - Throws: An `HTTPError`: those of ``bytes(_:)``, 400 for a body that is not JSON.
    func json(_ context: ServerContext) async throws -> FlagValue {
        var request = self
        let bytes = try await request.bytes(context)
        do {
            return try JSONReader().read(bytes)
        } catch {
            throw HTTPError(.badRequest, message: "Invalid JSON: \(error)")
        }
    }

    /// The parameters of the query in their order, decoded as forms are.
    var query: [(name: String, value: String)] {
        (uri.query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].formDecoded, parts.count == 2 ? parts[1].formDecoded : "")
        }
    }

    /// Whether the client has what a tag stands for; proxies may have weakened it.
    fileprivate func hasTag(_ tag: String) -> Bool {
        headers[values: .ifNoneMatch].joined(separator: ",").split(separator: ",").contains { known in
            let known = known.drop(while: \.isWhitespace)
            return (known.hasPrefix("W/") ? known.dropFirst(2) : known) == tag
        }
    }
}

extension Substring {
    fileprivate var formDecoded: String {
        let text = replacing("+", with: " ")
        return text.removingPercentEncoding ?? String(text)
    }
}

extension FlagService {
    /// The flags of this moment for a request's context.
    ///
    /// - Throws: 503 while there are none.
    func answer(for context: EvaluationContext) throws -> ServedFlags {
        let flags = flags(for: context)
        guard flags.isReady else {
            throw HTTPError(
                .serviceUnavailable,
                message: client.state.error?.description ?? "No flags are available yet. Try again later.")
        }
        return flags
    }
}
