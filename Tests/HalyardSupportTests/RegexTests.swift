// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing

@testable import HalyardSupport

@Suite("RE2 patterns")
struct RegexTests {
    private func isFound(_ pattern: String, in text: String, ignoringCase: Bool = false) throws -> Bool {
        let isFound = try RegexProgram(pattern, ignoresCase: ignoringCase).isFound(in: text.unicodeScalars)
        return try #require(isFound as Bool?)
    }

    private static let matches: [(pattern: String, texts: [String], others: [String])] = [
        ("", ["", "a"], []),
        ("b", ["b", "abc"], ["", "a", "B"]),
        ("^b", ["b", "bc"], ["ab", "a\nb"]),
        ("b$", ["b", "ab"], ["bc", "b\n"]),
        (#"\Ab\z"#, ["b"], ["ab", "b\n"]),
        ("(?m)^b$", ["b", "a\nb\nc"], ["ab", "bc"]),
        ("(?m:^b)c", ["a\nbc"], ["abc"]),
        ("^a.b$", ["axb", "a\rb", "a\u{1F600}b"], ["a\nb", "ab"]),
        ("^(?s)a.b$", ["a\nb"], ["ab"]),
        ("^(?s:a.)b.$", ["a\nbx"], ["a\nb\n"]),
        ("a|^b|c$", ["xa", "b", "c"], ["xbx", "cx"]),
        ("^(|a)$", ["", "a"], ["b"]),
        ("^a*$", ["", "aaa"], ["ab"]),
        ("^a+$", ["a", "aaa"], ["", "ab"]),
        ("^a?b??$", ["", "a", "ab", "b"], ["aa"]),
        ("^a{2}$", ["aa"], ["a", "aaa"]),
        ("^a{2,}$", ["aa", "aaaa"], ["a"]),
        ("^a{2,3}?$", ["aa", "aaa"], ["a", "aaaa"]),
        ("^a{0}$", [""], ["a"]),
        ("^(ab|a){2}c$", ["ababc", "aac", "abac"], ["abc"]),
        ("^(a*)*b$", ["b", "aab"], ["c"]),
        ("^(?:a{2}){3}$", ["aaaaaa"], ["aaaaa"]),
        ("^a**$", ["", "aa"], ["b"]),
        ("^a{ 2 , 3 }$", ["aa", "aaa"], ["a", "aaaa"]),
        ("(?x)^a{2, }$", ["aa", "aaaa"], ["a"]),
        ("^(?P<x>a)(?<y>b)$", ["ab"], ["a"]),
        ("^(?<é_1.[2]>a)$", ["a"], ["b"]),
        ("^[abc]$", ["a", "c"], ["d", "ab", ""]),
        ("^[^abc]$", ["d", "\n"], ["a", ""]),
        ("^[a-c-]$", ["b", "-"], ["d"]),
        ("^[-a]$", ["-", "a"], ["b"]),
        ("^[]a]$", ["]", "a"], ["b"]),
        ("^[^]a]$", ["b"], ["]", "a"]),
        (#"^[\]\\^]$"#, ["]", "\\", "^"], ["a"]),
        (#"^[\d.]+$"#, ["1.2", "٣"], ["1,2"]),
        (#"^[\W]$"#, ["!"], ["a"]),
        ("^[[:alpha:]]$", ["a", "Z"], ["1", "é"]),
        ("^[[:^digit:]x]$", ["a", "x"], ["1"]),
        ("^[a[bc]]$", ["a", "b"], ["d", "["]),
        ("^[a[^a]]$", ["a", "z"], []),
        ("^[[:xdigit:]]{2}$", ["fF", "09"], ["fg"]),
        ("^[[:punct:][:space:]]$", ["!", " "], ["a"]),
        (#"^\d\D\w\W\s\S$"#, ["1a_! x"], ["aa_! x", "1a_! \t"]),
        (#"^\w$"#, ["é", "_", "字", "٣"], ["-", " "]),
        (#"^\s$"#, ["\u{A0}", "\u{2003}", "\u{0B}"], ["a"]),
        (#"\bcat\b"#, ["cat", "a cat.", "(cat)"], ["cats", "écat"]),
        (#"\Bcat"#, ["scat"], ["cat", "a cat"]),
        (#"^\p{L}\pN\p{Lu}\P{Lu}$"#, ["é1Éa"], ["e1éa"]),
        (#"^\p{Letter}\p{White_Space}\p{Alphabetic}$"#, ["a b"], ["a,b"]),
        (#"^\x41\x{1F600}\u0042\U00000043\t\n\a\f\v\r$"#, ["A\u{1F600}BC\t\n\u{07}\u{0C}\u{0B}\r"], ["A"]),
        (##"^\.\*\+\?\(\)\|\[\]\{\}\^\$\\\/\-\#\&\~\%\_$"##, [##".*+?()|[]{}^$\/-#&~%_"##], []),
        ("(?i)straße", ["STRAßE", "straße"], ["STRASSE"]),
        ("(?i)^k$", ["K", "\u{212A}"], ["q"]),
        ("(?i)^\u{212A}$", ["k", "K"], []),
        ("(?i)^ς$", ["Σ", "σ", "ς"], ["s"]),
        ("(?i)^[a-c]$", ["B"], ["D"]),
        ("(?i)^[^a]$", ["b"], ["A", "a"]),
        (#"(?i)^\P{Lu}$"#, ["1"], ["a", "A"]),
        ("a(?i)b|c", ["aB", "C"], ["Ab"]),
        ("(a(?i)b)c", ["aBc"], ["aBC"]),
        ("(?i)a(?-i)b", ["Ab"], ["AB"]),
        ("(?x) a b # c\n [ x ] ", ["abx"], ["a b"]),
        ("(?U)^a+$", ["aa"], ["b"]),
        ("(?u)é", ["é"], ["e"]),
        // A letter as one scalar doesn't match the same letter as two scalars.
        ("^é$", ["é"], ["e\u{301}"]),
    ]

    @Test("Finds a pattern only in matching strings", arguments: matches.indices)
    func found(index: Int) throws {
        let (pattern, texts, others) = Self.matches[index]
        for text in texts { #expect(try isFound(pattern, in: text), "\(pattern) in \(text)") }
        for text in others { #expect(try !isFound(pattern, in: text), "\(pattern) in \(text)") }
    }

    @Test("Ignores case if requested, unless the pattern turns it off")
    func ignoringCase() throws {
        #expect(try isFound("^abc$", in: "AbC", ignoringCase: true))
        #expect(try !isFound("^(?-i)abc$", in: "AbC", ignoringCase: true))
    }

    private static let re2Matches: [(pattern: String, texts: [String], others: [String])] = [
        (#"^\d\D$"#, ["1a", "1٣"], ["٣a", "12"]), (#"^\w$"#, ["a", "_", "9"], ["é", "٣", "-"]),
        (#"^\W$"#, ["é", "-"], ["a"]), (#"^\s\S$"#, [" a", "\t\u{A0}"], ["\u{A0}a", "\u{0B}a"]),
        (#"^[\d.]+$"#, ["1.2"], ["٣"]), (#"\bcat\b"#, ["écat", "a cat."], ["cats"]),
        (#"\Bcat"#, ["scat"], ["écat"]), (#"(?i)^\w$"#, ["\u{212A}", "K"], ["é"]),
        ("^{$", ["{"], [""]), ("^x{$", ["x{"], ["x"]), ("^a{b$", ["a{b"], ["ab"]), ("^a{,2}$", ["a{,2}"], ["aa"]),
        ("^a{02}$", ["a{02}"], ["aa"]), ("^a{2}b{1,}c{0,1}$", ["aab", "aabbc"], ["ab"]),
        ("^a*{$", ["aa{", "{"], ["a"]),
        ("^[[]$", ["["], ["]"]), ("^[[:]$", ["[", ":"], ["a"]), ("^[[:alpha:][]$", ["a", "["], [":"]),
        ("^[a&&g]old$", ["gold", "&old"], ["old"]), ("^[a~~]$", ["~"], ["b"]), ("^[+--]$", ["+", ",", "-"], ["."]),
        (#"^[\d-z]$"#, ["1", "-", "z"], ["a"]), (#"^\<\>$"#, ["<>"], [""]), (#"\b{"#, ["a{"], ["{"]),
        ("^a*?b+?c??$", ["aab"], ["a"]),
    ]

    @Test("Finds a pattern in RE2 syntax only in matching strings", arguments: re2Matches.indices)
    func re2(index: Int) throws {
        let (pattern, texts, others) = Self.re2Matches[index]
        let program = try RegexProgram(pattern, ignoresCase: false, dialect: .re2)
        for text in texts { #expect(program.isFound(in: text.unicodeScalars) == true, "\(pattern) in \(text)") }
        for text in others { #expect(program.isFound(in: text.unicodeScalars) == false, "\(pattern) in \(text)") }
    }

    @Test(
        "Rejects patterns that aren't valid in RE2 syntax",
        arguments: [
            "a**", "a+*", "a{2}{3}", "a{2}*", "a???", "{2}", "*", "a{1001}", "a{2,1}", "(?x)a", "(?u)a", "(?R)a",
            #"\u0041"#, #"\U00000041"#, #"\8"#, "[", "[[:no:]]", "[z-a]", #"\q"#, "(?=a)", #"(a)\1"#,
        ])
    func re2Faults(pattern: String) {
        do throws(RegexParser.Fault) {
            _ = try RegexProgram(pattern, ignoresCase: false, dialect: .re2)
            Issue.record("\(pattern) is accepted.")
        } catch { #expect(error.isInvalid) }
    }

    @Test("Marks RE2 patterns as unsupported", arguments: [#"\Qa\E"#, #"\C"#, #"\012"#, #"\0"#, #"\p{Greek}"#])
    func re2Limitations(pattern: String) {
        do throws(RegexParser.Fault) {
            _ = try RegexProgram(pattern, ignoresCase: false, dialect: .re2)
            Issue.record("\(pattern) is accepted.")
        } catch { #expect(!error.isInvalid) }
    }

    private static let refusals: [(pattern: String, reason: String)] = [
        ("(", "a group has no closing parenthesis (character 2)"),
        ("a)", "there is an extra closing parenthesis (character 2)"),
        ("(?=a)", "RE2 doesn't support look-around (character 3)"),
        ("(?<!a)", "RE2 doesn't support look-around (character 3)"),
        (#"(a)\1"#, "RE2 doesn't support backreferences (character 6)"),
        ("*a", "there is nothing to repeat (character 1)"),
        ("a|+", "there is nothing to repeat (character 3)"),
        ("{2}", "there is nothing to repeat (character 1)"),
        ("a{", "it ends too early (character 3)"),
        ("a{x}", "a repetition needs one or two numbers, such as {2}, {2,}, or {2,4} (character 5)"),
        ("a{,2}", "a repetition needs one or two numbers, such as {2}, {2,}, or {2,4} (character 6)"),
        ("a{3,2}", "a repetition's second number is less than the first (character 7)"),
        ("a{1001}", "a repetition has a count of more than 1000 (character 8)"),
        ("a{99999999999}", "a repetition needs one or two numbers, such as {2}, {2,}, or {2,4} (character 15)"),
        ("[", "it ends too early (character 2)"),
        ("[]", "it ends too early (character 3)"),
        ("[z-a]", "a range in a set needs two characters in ascending order (character 5)"),
        (#"[\d-z]"#, "a range in a set needs two characters in ascending order (character 5)"),
        ("[a&&b]", "the set operators &&, --, and ~~ aren't supported (character 3)"),
        ("[[:no:]]", "unknown set [:no:] (character 8)"),
        (#"\"#, "it ends too early (character 2)"),
        (#"\q"#, "the escape \\q doesn't exist (character 3)"),
        (#"\p{Klingon}"#, "the property \"Klingon\" isn't supported (character 12)"),
        (#"\xZZ"#, "\"ZZ\" isn't the number of a character (character 5)"),
        (#"\x{D800}"#, "\"D800\" isn't the number of a character (character 9)"),
        (#"\b{start}"#, "\\b{…} isn't supported (character 3)"),
        ("(?z)", "\"z\" isn't a flag of a group (character 3)"),
        ("(?-u)", "the flag \"u\" isn't supported (character 4)"),
        ("(?R)", "the flag \"R\" isn't supported (character 3)"),
        ("(?i-i)", "a group has the flag \"i\" twice (character 5)"),
        ("(?i-:a)", "no flag follows the \"-\" (character 5)"),
        ("(?)", "the flags of a group are incomplete (character 3)"),
        ("(?i", "the flags of a group are incomplete (character 4)"),
        ("(?P<>a)", "\"\" can't be the name of a group (character 6)"),
        ("(?P<1>a)", "\"1\" can't be the name of a group (character 7)"),
        ("(?P<x>a)(?P<x>b)", "\"x\" can't be the name of a group (character 15)"),
        ("a{+2}", "a repetition needs one or two numbers, such as {2}, {2,}, or {2,4} (character 6)"),
        ("(a{1000}){1000}", "it needs more than 10000 steps (character 1)"),
        (String(repeating: "(", count: 101), "groups are nested more than 100 levels deep (character 101)"),
        ("a" + String(repeating: "*", count: 101), "one part has more than 100 repetitions (character 103)"),
        (String(repeating: "[a", count: 101), "sets are nested more than 100 levels deep (character 200)"),
    ]

    @Test("Reports the reason and the location of each pattern error", arguments: refusals.indices)
    func faults(index: Int) {
        let (pattern, reason) = Self.refusals[index]
        #expect(throws: RegexParser.Fault.self) { try RegexProgram(pattern, ignoresCase: false) }
        do { _ = try RegexProgram(pattern, ignoresCase: false) } catch { #expect(error.description == reason) }
    }

    @Test(
        "Marks patterns as unsupported if another engine might run them",
        arguments: [
            "a{1001}", "[a&&b]", "[[:no:]]", #"\p{Greek}"#, #"\b{start}"#, "(?R)", "(?-u)", #"\<a\>"#,
            "(a{1000}){1000}",
            String(repeating: "(", count: 101), "a" + String(repeating: "*", count: 101),
            String(repeating: "[a", count: 101),
        ])
    func unsupported(pattern: String) {
        do throws(RegexParser.Fault) {
            _ = try RegexProgram(pattern, ignoresCase: false)
            Issue.record("\(pattern) is accepted.")
        } catch { #expect(!error.isInvalid) }
    }

    @Test(
        "Marks patterns as invalid if other engines reject them",
        arguments: [
            "(", "a)", "(?=a)", #"(a)\1"#, "*a", "a{", "a{,2}", "a{3,2}", "a{2, }", "a{+2}", "[z-a]", #"\q"#, #"\xZZ"#,
            "(?z)",
            "(?ii)", "(?-)", "(?P<1>a)", "(?P<x>a)(?P<x>b)",
        ])
    func invalid(pattern: String) {
        do throws(RegexParser.Fault) {
            _ = try RegexProgram(pattern, ignoresCase: false)
            Issue.record("\(pattern) is accepted.")
        } catch { #expect(error.isInvalid) }
    }

    @Test("Compiles repetitions of an empty group to a single step")
    func repetitionsOfNothing() throws {
        let program = try RegexProgram("(((){1000}){1000}){1000}", ignoresCase: false)
        #expect(program.steps.count == 1)
    }

    /// Uses patterns for which backtracking engines need more than 2^5000 steps.
    @Test(
        "Searches ambiguous patterns in linear time",
        arguments: ["^(a+)+b$", "^(a|a)*b$", "^(a*)*b$", "^(a|aa)+$b", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"])
    func linearTime(pattern: String) throws {
        let text = String(repeating: pattern.contains("x") ? "x" : "a", count: 5000)
        #expect(try !isFound(pattern, in: text))
    }

    /// Patterns, strings without a match, and the number of search steps.
    private static let searches: [(pattern: String, text: String, steps: Int)] = [
        // The search visits each scalar and the end, and makes two comparisons that count as 12 each.
        ("a", "bc", 27),
        // An anchored search ends with its only thread, after two visits and one comparison.
        ("^a", String(repeating: "b", count: 1000), 14),
        // The search compares one set with one scalar three times, but only the first comparison counts as 12.
        ("(a?){3}c", "b", 40),
        (#"\w"#, "-", 35), (#"\b"#, "", 49),
    ]

    @Test("Counts the steps of a search", arguments: searches.indices)
    func steps(index: Int) throws {
        let (pattern, text, steps) = Self.searches[index]
        let program = try RegexProgram(pattern, ignoresCase: false)
        #expect(program.isFound(in: text.unicodeScalars, limit: steps) == false)
        #expect(program.isFound(in: text.unicodeScalars, limit: steps - 1) == nil)
    }

    @Test(
        "Ends a search at the limit",
        arguments: [
            ("(a|a){0,1000}b", 59), (".{0,300}b", 500), ("[^b]{300}b", 800), ("(?i)b", 20_000), (#"\bb"#, 9000),
        ])
    func limit(pattern: String, fewest: Int) throws {
        let program = try RegexProgram(pattern, ignoresCase: false)
        #expect(program.isFound(in: String(repeating: "a", count: fewest).unicodeScalars) == false)
        #expect(program.isFound(in: String(repeating: "a", count: 50_000).unicodeScalars) == nil)
    }

    @Test("Finds an early match in a long string")
    func earlyMatch() throws {
        let text = "a" + String(repeating: "b", count: 1_000_000)
        #expect(try isFound("a", in: text))
        #expect(try !isFound("^b", in: text))
    }

    @Test("Limits the combined nesting of groups and repetitions")
    func height() {
        let deep =
            String(repeating: "(", count: 50) + "a"
            + String(repeating: String(repeating: "{1}", count: 90) + ")", count: 50)
        #expect(throws: RegexParser.Fault.self) { try RegexProgram(deep, ignoresCase: false) }
        let fair = String(repeating: "(", count: 75) + "a" + String(repeating: ")*", count: 75)
        #expect(throws: Never.self) { try RegexProgram(fair, ignoresCase: false) }
    }

    @Test("Stores the set of a repetition only once")
    func sets() throws {
        #expect(try RegexProgram("([a-z]{1000}){9}", ignoresCase: false).classes.count == 1)
    }
}
