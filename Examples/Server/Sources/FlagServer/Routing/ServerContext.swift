// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Hummingbird

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The server's port, or `nil` in tests without a network.
    let port: Int?
    /// Maximum body size, in bytes.
    let maxUploadSize = 1 << 20

    init(source: Source) {
        coreContext = .init(source: source)
        port = source.channel.localAddress?.port
    }
}
