// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import UnleashProxyClientSwift

func handleReady() {
    // do this when unleash is ready
    heard.add("ready")
}

func handleUpdate() {
    // do this when unleash is updated
    heard.add("update")
}

// Define your handler that accepts the raw payload and casts to ImpressionEvent
func handleImpressionEvent(_ payload: Any?) {
    guard let impressionEvent = payload as? UnleashProxyClientSwift.ImpressionEvent else {
        // Optional: Log a warning if casting fails
        return
    }
    // Additional logic to send impression data to your analytics tool
    heard.add("impression \(impressionEvent.toggleName)")
}

func subscribe(_ unleash: UnleashClientBase) {
    unleash.subscribe(name: "ready", callback: handleReady)
    unleash.subscribe(name: "update", callback: handleUpdate)
    unleash.subscribe(.ready, callback: handleUpdate)
    // Subscribe to the impression event, providing the handler function
    unleash.subscribe(.impression, callback: handleImpressionEvent)
    // Or: unleash.subscribe(name: "impression", callback: handleImpressionEvent)
    unleash.subscribe(name: "impression", callback: handleImpressionEvent)
}
