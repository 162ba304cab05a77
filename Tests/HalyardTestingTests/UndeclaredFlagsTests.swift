// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import HalyardTesting
import Testing

@Suite("Undeclared flags")
struct UndeclaredFlagsTests {
    /// Returns the line and comment of each issue that `body` records, without failing the test.
    private func issues(_ body: () async throws -> Void) async rethrows -> [String] {
        let found = Lock<[String]>([])
        try await withKnownIssue(isIntermittent: true) {
            try await body()
        } matching: { issue in
            let line = "\(issue.sourceLocation?.line ?? 0): \(issue.comments.map(\.rawValue).joined())"
            found.withLock { $0.append(line) }
            return true
        }
        return found.withLock { $0 }
    }

    private func issue(_ line: Int, _ name: String) -> String {
        "\(line): The flag '\(name)' was read, but the test doesn't declare it. "
            + "Add .set(\"\(name)\", …) to its flags, or use undeclared: .allowed."
    }

    @Test("Records an issue for each flag at the line of the trait")
    func trait() async throws {
        let client = await makeClient(["limit": 1])
        let line = #line + 1
        let trait: FlagTrait = .flags([.newNav: true], undeclared: .fail)
        let test = try #require(Test.current)
        let found = try await issues {
            try await trait.provideScope(for: test, testCase: Test.Case.current) {
                #expect(client[.newNav])
                #expect(client[.limit] == 1)
                _ = client[.limit]
                _ = client.details(of: .layout)
            }
        }
        #expect(found == [issue(line, "layout"), issue(line, "limit")])
    }

    @Test("Allows undeclared flags by default", .flags([.newNav: true]))
    func allowed() async {
        let client = await makeClient(["limit": 1])
        #expect(client[.limit] == 1)
        let found = await issues { withFlags(.set(.newNav, true)) { _ = client[.limit] } }
        #expect(found == [])
    }

    @Test("Considers the flags of all enclosing overrides as declared", .flags([.newNav: true], undeclared: .fail))
    func nested() async {
        let client = await makeClient()
        let line = #line + 2
        let found = await issues {
            withFlags(.set(.limit, 1), undeclared: .fail) {
                withFlags(.set(.layout, .grid)) {
                    _ = (client[.newNav], client[.limit], client[.layout], client[.search])
                }
            }
        }
        #expect(found == [issue(line, "search")])
    }

    @Test("Records an issue even if the asynchronous body throws")
    func throwing() async {
        let client = await makeClient()
        let line = #line + 2
        let found = await issues {
            await #expect(throws: FlagError(.general, "the body's own")) {
                try await withFlags(undeclared: .fail) {
                    _ = client[.limit]
                    await Task.yield()
                    throw FlagError(.general, "the body's own")
                }
            }
        }
        #expect(found == [issue(line, "limit")])
    }

    @Test("Includes flags read by a sequence, but not the list of all flags")
    func otherWays() async {
        let client = await makeClient(["limit": 1])
        let line = #line + 2
        let found = await issues {
            await withFlags(undeclared: .fail) {
                #expect(client.allFlags == ["limit": 1])
                for await _ in client.values(of: .limit) { break }
            }
        }
        #expect(found == [issue(line, "limit")])
    }
}
