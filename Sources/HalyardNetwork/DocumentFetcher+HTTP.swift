// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension DocumentFetcher {
    /// Creates a fetcher that gets documents over HTTP, with their ETags.
    ///
    /// Any status other than 200 and 304 is an error.
    ///
    /// - Parameter transport: The transport that sends the requests. If it's `nil`, each request uses a new transport, which is
    ///   then closed.
    public static func http(over transport: (any HTTPTransport)? = nil) -> DocumentFetcher {
        guard let transport else { return http(NetworkOptions()) }
        return DocumentFetcher { request in try await get(request, over: transport) }
    }

    static func http(_ options: NetworkOptions) -> DocumentFetcher {
        DocumentFetcher { request in
            let transport = try PlatformTransport.make(options)
            do {
                let answer = try await get(request, over: transport)
                await transport.close()
                return answer
            } catch {
                await transport.close()
                throw error
            }
        }
    }

    private static func get(
        _ request: Request, over transport: any HTTPTransport
    ) async throws(TransportError) -> Answer {
        var question = HTTPRequest(request.url, headers: ["Accept": "application/json"])
        if let validator = request.validator, HTTPHeaders.canSend(validator) {
            question.headers["If-None-Match"] = validator
        }
        let limits = HTTPLimits(deadline: request.deadline, maximumBodySize: request.maximumBytes)
        let response = try await transport.send(question, within: limits)
        switch response.head.status {
        case 200: return .document(response.body, validator: response.head.headers["ETag"])
        case 304 where question.headers["If-None-Match"] != nil: return .notModified
        case let status:
            throw TransportError(
                .other, "The server responded with status \(status)", url: WebOrigin.text(of: request.url))
        }
    }
}
