// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport

extension LaunchDarklyContext {
    /// Returns the hash that proves to LaunchDarkly that your server has created the context (secure mode).
    ///
    /// Send it to a page, which passes it to LaunchDarkly's JavaScript SDK. LaunchDarkly then rejects contexts that a page has changed.
    ///
    /// - Parameter sdkKey: The environment's SDK key.
    /// - Returns: The HMAC-SHA256 of the context's kinds and keys, in hexadecimal.
    public func secureModeHash(sdkKey: Secret) -> String {
        HMAC.sha256HexDigest(of: serverKey.utf8, key: sdkKey.reveal().utf8)
    }

    /// The identifier of the whole context in server SDKs, which escape fewer characters than the iOS SDK.
    private var serverKey: String {
        if let user = self[kind: .user], !isMulti() { return user.key }
        return parts.map { part in
            let key = part.key.replacing("%", with: "%25").replacing(":", with: "%3A")
            return "\(part.kind.rawValue):\(key)"
        }.joined(separator: ":")
    }
}
