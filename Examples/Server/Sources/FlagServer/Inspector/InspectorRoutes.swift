// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Hummingbird

/// The page, and what it asks for.
enum InspectorRoutes {
    /// Adds the page's routes; a change among them has passed ``ChangeTokenMiddleware``.
    static func add(to router: RouterGroup<ServerContext>, service: FlagService) {}
}
