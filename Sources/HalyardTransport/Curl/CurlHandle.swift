// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl

    /// An easy handle of libcurl that checks every option, for use by one thread.
    final class CurlHandle {
        let pointer: OpaquePointer
        private let library: CurlLibrary
        private let errorText: UnsafeMutablePointer<CChar>
        private var lists: [OpaquePointer] = []
        /// A Boolean value that indicates whether libcurl reads proxies from the environment.
        var readsEnvironment = true

        // CURL_ERROR_SIZE
        private static let errorSize = 256

        init(_ library: CurlLibrary) throws(CurlProblem) {
            guard let pointer = halyard_curl_easy_new(library.pointer) else {
                throw CurlProblem("libcurl is out of memory")
            }
            self.pointer = pointer
            self.library = library
            errorText = .allocate(capacity: Self.errorSize)
            errorText.initialize(repeating: 0, count: Self.errorSize)
        }

        deinit {
            halyard_curl_easy_free(library.pointer, pointer)
            freeLists()
            errorText.deallocate()
        }

        /// Resets all options, but keeps open connections and resolved names.
        func reset() {
            halyard_curl_easy_reset(library.pointer, pointer)
            freeLists()
            errorText[0] = 0
        }

        func set(_ option: CurlOption, _ value: Int) throws(CurlProblem) {
            try check(option, halyard_curl_set_number(library.pointer, pointer, option.number, value))
        }

        func set(_ option: CurlOption, _ value: Bool) throws(CurlProblem) { try set(option, value ? 1 : 0) }

        func set(_ option: CurlOption, size: Int) throws(CurlProblem) {
            try check(option, halyard_curl_set_size(library.pointer, pointer, option.number, Int64(size)))
        }

        func set(_ option: CurlOption, _ value: String) throws(CurlProblem) {
            try check(option, halyard_curl_set_text(library.pointer, pointer, option.number, value))
        }

        func set(_ option: CurlOption, bytes: [UInt8]) throws(CurlProblem) {
            try check(option, halyard_curl_set_bytes(library.pointer, pointer, option.number, bytes, bytes.count))
        }

        func set(_ option: CurlOption, lines: [String]) throws(CurlProblem) {
            var list: OpaquePointer?
            for line in lines {
                guard let longer = halyard_curl_list_append(library.pointer, list, line) else {
                    halyard_curl_list_free(library.pointer, list)
                    throw CurlProblem("libcurl is out of memory")
                }
                list = longer
            }
            guard let list else { return }
            lists.append(list)
            try check(option, halyard_curl_set_pointer(library.pointer, pointer, option.number, .init(list)))
        }

        /// Sets a callback and its pointer, which must remain valid until the next reset.
        func set(
            _ option: CurlOption, _ callback: halyard_curl_callback, _ context: CurlOption,
            _ value: UnsafeMutableRawPointer
        ) throws(CurlProblem) {
            try check(option, halyard_curl_set_callback(library.pointer, pointer, option.number, callback))
            try check(context, halyard_curl_set_pointer(library.pointer, pointer, context.number, value))
        }

        /// Prevents libcurl from sending a body again after it has begun to send it.
        func refuseRewinding() throws(CurlProblem) {
            try check(.seek, halyard_curl_set_no_rewind(library.pointer, pointer))
        }

        /// Collects the message of the next error.
        func keepErrorText() throws(CurlProblem) {
            try check(
                .errorText, halyard_curl_set_pointer(library.pointer, pointer, CurlOption.errorText.number, errorText))
        }

        /// Returns libcurl's message for a result, with details if available, and without a proxy's credentials.
        func text(of result: Int32) -> String {
            let general = library.text(of: result)
            let text = String(cString: errorText).filter { !$0.isNewline }
            guard readsEnvironment, !text.isEmpty else { return text.isEmpty ? general : text }
            return EnvironmentProxies.redacted(text, general: general, result: result)
        }

        /// The status of a proxy's response to a tunnel request, or `nil` for none.
        var proxyStatus: Int? {
            // CURLINFO_HTTP_CONNECTCODE
            var value = 0
            let result = halyard_curl_get_number(library.pointer, pointer, 0x20_0016, &value)
            return result == 0 && value != 0 ? value : nil
        }

        private func check(_ option: CurlOption, _ result: Int32) throws(CurlProblem) {
            switch result {
            case 0: return
            // CURLE_UNKNOWN_OPTION, CURLE_NOT_BUILT_IN
            case 48, 4:
                throw CurlProblem(
                    "libcurl \(library.version) doesn't support \(option.name). Use \(option.since) or later, built with "
                        + "the option", option: option.meaning)
            default:
                throw CurlProblem(
                    "libcurl \(library.version) rejects \(option.name): \(library.text(of: result))",
                    option: option.meaning)
            }
        }

        private func freeLists() {
            for list in lists { halyard_curl_list_free(library.pointer, list) }
            lists = []
        }
    }
#endif
