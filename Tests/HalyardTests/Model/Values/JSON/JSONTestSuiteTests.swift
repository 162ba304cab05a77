// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import TestSupport
import Testing

/// The public JSONTestSuite, with required, forbidden, and optional documents.
@Suite(.enabled(if: SharedData.has("json-test-suite"), Comment(rawValue: SharedData.absence)))
struct JSONTestSuiteTests {
    /// One document of the suite.
    struct SuiteText: Sendable, CustomTestStringConvertible {
        let file: URL
        var name: String { file.deletingPathExtension().lastPathComponent }
        var testDescription: String { name }
    }

    enum Verdict: Sendable {
        case accepted
        case refused
    }

    static let texts = SharedData.files(of: "json-test-suite", suffix: ".json").map { SuiteText(file: $0) }
    static let required = texts.filter { $0.name.hasPrefix("y_") }
    static let forbidden = texts.filter { $0.name.hasPrefix("n_") }
    static let optional = texts.filter { $0.name.hasPrefix("i_") }

    /// The expected results for the documents that a reader can accept or reject.
    static let decisions: [String: Verdict] = [
        // The number is too small for a Double, so the nearest value is zero.
        "i_number_double_huge_neg_exp": .accepted,
        "i_number_real_underflow": .accepted,
        // The number is too large for a Double, and infinity would be another value.
        "i_number_huge_exp": .refused,
        "i_number_neg_int_huge_exp": .refused,
        "i_number_pos_double_huge_exp": .refused,
        "i_number_real_neg_overflow": .refused,
        "i_number_real_pos_overflow": .refused,
        // Integers beyond 64 bits are read as the nearest Double.
        "i_number_too_big_neg_int": .accepted,
        "i_number_too_big_pos_int": .accepted,
        "i_number_very_big_negative_int": .accepted,
        // A Swift string can't contain half of a surrogate pair.
        "i_object_key_lone_2nd_surrogate": .refused,
        "i_string_1st_surrogate_but_2nd_missing": .refused,
        "i_string_1st_valid_surrogate_2nd_invalid": .refused,
        "i_string_incomplete_surrogate_and_escape_valid": .refused,
        "i_string_incomplete_surrogate_pair": .refused,
        "i_string_incomplete_surrogates_escape_valid": .refused,
        "i_string_invalid_lonely_surrogate": .refused,
        "i_string_invalid_surrogate": .refused,
        "i_string_inverted_surrogates_U+1D11E": .refused,
        "i_string_lone_second_surrogate": .refused,
        // The bytes aren't UTF-8. Some are UTF-16 or Latin-1.
        "i_string_UTF-16LE_with_BOM": .refused,
        "i_string_UTF-8_invalid_sequence": .refused,
        "i_string_UTF8_surrogate_U+D800": .refused,
        "i_string_invalid_utf-8": .refused,
        "i_string_iso_latin_1": .refused,
        "i_string_lone_utf8_continuation_byte": .refused,
        "i_string_not_in_unicode_range": .refused,
        "i_string_overlong_sequence_2_bytes": .refused,
        "i_string_overlong_sequence_6_bytes": .refused,
        "i_string_overlong_sequence_6_bytes_null": .refused,
        "i_string_truncated-utf-8": .refused,
        "i_string_utf16BE_no_BOM": .refused,
        "i_string_utf16LE_no_BOM": .refused,
        // The nesting exceeds the limit of 128 levels.
        "i_structure_500_nested_arrays": .refused,
        // The reader skips a byte order mark.
        "i_structure_UTF-8_BOM_empty_object": .accepted,
    ]

    @Test("Reads required documents, and preserves them when writing", arguments: required)
    func requiredTexts(text: SuiteText) throws {
        try checkAccepted(text)
    }

    @Test("Rejects forbidden documents with a location inside the document", arguments: forbidden)
    func forbiddenTexts(text: SuiteText) throws {
        try checkRefused(text)
    }

    @Test("Reads or rejects each optional document as listed", arguments: optional)
    func optionalTexts(text: SuiteText) throws {
        switch try #require(Self.decisions[text.name], "There is no expected result for this document.") {
        case .accepted: try checkAccepted(text)
        case .refused: try checkRefused(text)
        }
    }

    @Test("Lists a result for each optional document and no other")
    func decisionsAreComplete() {
        #expect(Self.decisions.keys.sorted() == Self.optional.map(\.name).sorted())
    }

    @Test("Reads or rejects all 318 documents as their names require")
    func wholeSuite() throws {
        var count = 0
        for text in Self.texts {
            let isRead = (try? JSONReader().read(SharedData.bytes(text.file))) != nil
            switch text.name.prefix(2) {
            case "y_": #expect(isRead, "\(text.name)")
            case "n_": #expect(!isRead, "\(text.name)")
            default: #expect(isRead == Self.accepts(text), "\(text.name)")
            }
            count += 1
        }
        print("json-test-suite: ran \(count) files")
        #expect(count == 318)
        #expect(Self.required.count == 95)
        #expect(Self.forbidden.count == 188)
        #expect(Self.optional.count == 35)
    }

    private static func accepts(_ text: SuiteText) -> Bool { decisions[text.name] == .accepted }

    private func checkAccepted(_ text: SuiteText) throws {
        let value = try JSONReader().read(SharedData.bytes(text.file))
        #expect(try JSONReader().read(JSONWriter.bytes(value)) == value)
        #expect(try JSONReader().read(JSONWriter.prettyText(value)) == value)
    }

    private func checkRefused(_ text: SuiteText) throws {
        let bytes = try SharedData.bytes(text.file)
        let error = try #require(throws: JSONError.self) { try JSONReader().read(bytes) }
        #expect(error.line >= 1)
        #expect(error.column >= 1)
        #expect((0...bytes.count).contains(error.offset))
    }
}
