// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardUnleashClient
import Testing

@Suite("UnleashClient: toggles, payloads, and contexts")
struct ClientModelTests {
    @Test("Requires only a name and enabled to decode a toggle")
    func decoding() throws {
        let decoder = JSONDecoder()
        #expect(throws: (any Error).self) { try decoder.decode(Toggle.self, from: Data(#"{"name":"a"}"#.utf8)) }
        #expect(throws: (any Error).self) { try decoder.decode(Toggle.self, from: Data(#"{"enabled":true}"#.utf8)) }
        let text =
            #"[{"name":"a","enabled":true},{"name":"b","enabled":false,"impressionData":true,"later":1,"variant":"#
            + #"{"name":"v","enabled":true,"feature_enabled":false,"payload":{"type":"string","value":"baz"}}}]"#
        let toggles = try decoder.decode([Toggle].self, from: Data(text.utf8))
        #expect(
            toggles == [
                Toggle(name: "a", enabled: true),
                Toggle(
                    name: "b", enabled: false, impressionData: true,
                    variant: Variant(
                        name: "v", enabled: true, featureEnabled: false, payload: Payload(type: "string", value: "baz"))
                ),
            ])
    }

    @Test("Encodes toggles with feature_enabled, and decodes them unchanged")
    func encoding() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let toggle = Toggle(
            name: "b", enabled: true,
            variant: Variant(
                name: "v", enabled: true, featureEnabled: true, payload: Payload(type: "csv", value: "1,2")))
        let bytes = try encoder.encode(toggle)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"enabled":true,"impressionData":false,"name":"b","variant":{"enabled":true,"feature_enabled":true,"#
                + #""name":"v","payload":{"type":"csv","value":"1,2"}}}"#)
        #expect(try JSONDecoder().decode(Toggle.self, from: bytes) == toggle)
    }

    @Test("Converts a payload to the requested type, or returns nil")
    func payloads() {
        let payload = { (value: String) in Payload(type: "string", value: value) }
        #expect(payload("12").intValue == 12)
        #expect(payload("1.5").intValue == nil)
        #expect(payload("1.5").doubleValue == 1.5)
        #expect(payload("x").doubleValue == nil)
        #expect(payload("true").boolValue == true)
        #expect(payload("1").boolValue == nil)
        #expect(payload(#"{"x":[1]}"#).jsonValue == ["x": [1]])
        #expect(payload("{").jsonValue == nil)
    }

    @Test("Prefers fields to properties with the same name in a context's map")
    func map() {
        let context = Context(
            appName: "app", fields: ["userId": "ann", "plan": "gold", "appName": "no"],
            properties: ["userId": "property", "plan": "silver", "appName": "property"])
        #expect(context.toMap() == ["appName": "app", "userId": "ann", "plan": "silver"])
        #expect(context.properties == ["userId": "property", "plan": "silver", "appName": "property"])
        #expect(Context().toMap() == [:])
    }

    @Test("Provides the API names of the Unleash Swift client")
    func names() {
        #expect(UnleashClient.self == UnleashClientBase.self)
        #expect(LibraryInfo.version == "0.1.0")
        #expect(Bootstrap.jsonFile("p") == Bootstrap.jsonFile(path: "p"))
        #expect(DefaultCustomHeadersProvider().getCustomHeaders() == [:])
    }
}
