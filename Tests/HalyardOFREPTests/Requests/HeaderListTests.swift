// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardOFREP
import HalyardTransport
import Testing

@Suite("Header fields in an environment variable")
struct HeaderListTests {
    @Test(
        "Reads the fields of a list, and counts pieces that aren't fields",
        arguments: [
            ("", [:], 0), (",,", [:], 0), ("X-Team=shop,X-Region=eu", ["X-Team": "shop", "X-Region": "eu"], 0),
            (" X-Team = shop , X-Region=eu ", ["X-Team": "shop", "X-Region": "eu"], 0),
            ("Authorization=Basic%20dTpw", ["Authorization": "Basic dTpw"], 0),
            ("X%2DTeam=a%2Cb", ["X-Team": "a,b"], 0), ("Selector=flagSetId=shop", ["Selector": "flagSetId=shop"], 0),
            ("a=1,a=2", ["a": "2"], 0), ("a=%C3%BC", ["a": "ü"], 0), ("a=%E2%9C%93", ["a": "✓"], 0),
            ("a,=x,a b=1,b=,c=1", ["c": "1"], 4), ("a=%,b=%2,c=%zz,d=1", ["d": "1"], 3),
            ("a=%FF,b=%C3,c=1", ["c": "1"], 2), ("a=%0D%0AX:%20y,b=1", ["b": "1"], 1),
            ("a=%+1,b=%-1,c=1", ["c": "1"], 2),
        ] as [(String, [String: String], Int)])
    func list(text: String, fields: [String: String], invalidCount: Int) {
        let list = HTTPHeaders.list(text)
        #expect(list.fields == fields)
        #expect(list.invalidCount == invalidCount)
    }
}
