// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HTTPTypes
import Hummingbird

/// The page, which is one document without external resources.
///
/// Its parts are in `Page/`. A browser runs only the script with the nonce of the response. Each response has a new nonce.
struct InspectorPage: ResponseGenerator {
    /// The token that a change requires.
    ///
    /// See ``ChangeTokenMiddleware``.
    let token: String

    func response(from request: Request, context: some RequestContext) -> Response {
        let nonce = String(UInt128.random(in: .min ... .max), radix: 36)
        let text = Self.document
            .replacing("{{nonce}}", with: nonce).replacing("{{token}}", with: token)
        let fields: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: Self.policy(nonce),
            .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: ByteBuffer(string: text)))
    }

    private static func policy(_ nonce: String) -> String {
        [
            "default-src 'none'", "script-src 'nonce-\(nonce)'", "style-src 'nonce-\(nonce)'", "connect-src 'self'",
            "img-src data:", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types 'none'",
        ].joined(separator: "; ")
    }

    private static let document: String = {
        let scripts = [
            PackageResources.elements_js, PackageResources.requests_js, PackageResources.flags_js,
            PackageResources.reports_js, PackageResources.details_js, PackageResources.bar_js,
            PackageResources.live_js,
        ]
        return text(PackageResources.inspector_html)
            .replacing("{{style}}", with: text(PackageResources.inspector_css))
            .replacing("{{script}}", with: scripts.map(text).joined(separator: "\n"))
    }()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
