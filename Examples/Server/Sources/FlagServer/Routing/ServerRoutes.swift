// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Hummingbird

/// Creates the routes of each protocol and of the page.
func serverRoutes(_ service: FlagService) -> Router<ServerContext> {
    let router = Router(context: ServerContext.self)
    router.addMiddleware {
        SafeAnswersMiddleware()
        GuardMiddleware()
    }
    UnleashRoutes.add(to: router, service: service)
    LaunchDarklyRoutes.add(to: router, service: service)
    OFREPRoutes.add(to: router, service: service)
    ManifestRoutes.add(to: router, service: service)
    let page = router.group("").add(middleware: ChangeTokenMiddleware(token: service.changeToken))
    InspectorRoutes.add(to: page, service: service)
    return router
}
