// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct SemanticVersionTests {
    @Test("Parses and compares semantic versions strictly")
    func versions() {
        let ordered = [
            "0.0.1", "1.0.0-0", "1.0.0-1", "1.0.0-10", "1.0.0-99999999999999999999999", "1.0.0--", "1.0.0-alpha",
            "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0",
            "1.0.1", "1.2.0", "1.10.0", "18446744073709551615.0.0",
        ]
        let versions = ordered.compactMap { SemanticVersion($0) }
        #expect(versions.count == ordered.count && versions == versions.sorted())
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(SemanticVersion("1.0.0+a.01") == SemanticVersion("1.0.0+b"))
        let others = [
            "", "1", "1.2", "1.2.3.4", "v1.2.3", "01.2.3", "1.2.03", "1.2.3-", "1.2.3-01", "1.2.3-a..b", "1.2.3+",
            "1.2.3-é", " 1.2.3", "1.2.3 ", "-1.2.3", "18446744073709551616.0.0", "1.2.x", "1.2.3-a_b",
        ]
        for text in others { #expect(SemanticVersion(text) == nil, "\(text)") }
    }

    @Test("Parses missing parts and numbers of any length if requested")
    func lenient() {
        let ordered = ["1", "1.1-a", "1.1", "2-rc.1", "2", "18446744073709551616", "99999999999999999999.1"]
        let versions = ordered.compactMap { SemanticVersion($0, isLenient: true) }
        #expect(versions.count == ordered.count)
        #expect(zip(versions, versions.dropFirst()).allSatisfy { $0 < $1 })
        #expect(SemanticVersion("2+build", isLenient: true) == SemanticVersion("2.0.0"))
        for text in ["", "v1", "1.", ".1", "01", "1.2.3.4", "1 "] {
            #expect(SemanticVersion(text, isLenient: true) == nil, "\(text)")
        }
    }
}
