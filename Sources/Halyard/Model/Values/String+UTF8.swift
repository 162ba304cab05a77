// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension String {
    /// Creates a string from bytes, or returns `nil` if they aren't UTF-8.
    init?(validUTF8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(repairing: bytes)
            // The string differs from the bytes if something was repaired.
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }

    private init(repairing bytes: some Collection<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
