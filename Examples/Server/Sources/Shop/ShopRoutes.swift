// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Hummingbird

/// The response of the cart.
struct Cart: ResponseCodable, Equatable {
    var newCheckout: Bool
    var giftWrap: Bool
    var banner: String
}

/// The limits of a user.
struct Limits: ResponseCodable, Equatable {
    var uploadLimit: Int
    var fastLane: Bool
}

/// A user's order.
struct Order: Decodable {
    var total: Double
}

/// The receipt of an order.
struct Receipt: ResponseCodable, Equatable {
    var total: Double
    var newCheckout: Bool
    var fastLane: Bool
}

// A snapshot, a client, and a test's flags all conform to FlagReading.
extension Cart {
    init(_ flags: some FlagReading) {
        self.init(newCheckout: flags[.newCheckout], giftWrap: flags[.giftWrap], banner: flags[.banner])
    }
}

extension Limits {
    init(_ flags: some FlagReading) {
        self.init(uploadLimit: flags[.uploadLimit], fastLane: flags[.fastLane])
    }
}

extension Receipt {
    init(_ order: Order, _ flags: some FlagReading) {
        self.init(total: order.total, newCheckout: flags[.newCheckout], fastLane: flags[.fastLane])
    }
}

/// Creates the shop's routes.
func shopRoutes(_ client: FlagClient) -> Router<ShopContext> {
    let router = Router(context: ShopContext.self)
    router.get("live") { _, _ in HTTPResponse.Status.ok }
    // The shop can also serve requests with rules that might be out of date. The body then isn't READY.
    router.get("ready") { _, _ in
        let state = client.state
        return EditedResponse(
            status: state.flagSet == nil ? .serviceUnavailable : .ok, response: state.status.rawValue)
    }
    router.addMiddleware {
        TracingMiddleware()
        FlagMiddleware(client: client)
    }
    router.get("cart") { _, context in Cart(context.flags) }
    router.get("limits") { _, context in Limits(context.flags) }
    router.post("orders") { request, context in
        context.logger.info("order began")
        let order = try await request.decode(as: Order.self, context: context)
        client.track("orders", metric: order.total, for: context.flags.state.context)
        return Receipt(order, context.flags)
    }
    return router
}
