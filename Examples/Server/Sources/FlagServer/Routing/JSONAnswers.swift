// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Returns a JSON response.
    static func json(_ value: FlagValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: JSONWriter.bytes(value))))
    }

    /// Returns a JSON response with an ETag, or 304 if the client already has the content.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - content: The content that the ETag identifies, or `nil` for the body.
    ///   - request: The request.
    static func json(_ value: FlagValue, tagging content: FlagValue? = nil, to request: Request) -> Response {
        // The ETag is valid for one run of the server, because Swift's hash values differ between runs.
        let tag = "\"\(String(UInt(bitPattern: (content ?? value).description.hashValue), radix: 36))\""
        if request.hasTag(tag) { return Response(status: .notModified, headers: [.eTag: tag]) }
        var response = json(value)
        response.headers[.eTag] = tag
        return response
    }
}

extension Request {
    /// Reads the body, and keeps it in the request.
    ///
    /// - Throws: An `HTTPError` with the status 413 for a body larger than 1 MiB, or 415 for a compressed body.
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
    /// - Throws: An `HTTPError` with the status 400 for invalid JSON, or an error of ``bytes(_:)``.
    func json(_ context: ServerContext) async throws -> FlagValue {
        var request = self
        let bytes = try await request.bytes(context)
        do {
            return try JSONReader().read(bytes)
        } catch {
            throw HTTPError(.badRequest, message: "Invalid JSON: \(error)")
        }
    }

    /// The query parameters in their order, with form decoding.
    var query: [(name: String, value: String)] {
        (uri.query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].formDecoded, parts.count == 2 ? parts[1].formDecoded : "")
        }
    }

    /// Returns a Boolean value that indicates whether the client has an ETag, which a proxy might have weakened.
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
    /// Returns the current flags for a request's context.
    ///
    /// - Throws: An `HTTPError` with the status 503 if no flags are available yet.
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
