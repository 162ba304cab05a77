// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

package import HalyardSupport

extension NetworkOptions {
    #if DEBUG
        package static let isReleaseBuild = false
    #else
        package static let isReleaseBuild = true
    #endif

    /// Throws the first problem with the options that applies to all transports, after reading the files.
    package func check(
        files: any FileSystem = LocalFileSystem(), isReleaseBuild: Bool = Self.isReleaseBuild
    ) throws(NetworkOptionsError) {
        if let problem = problems(files: files, isReleaseBuild: isReleaseBuild).first { throw problem }
    }

    /// Returns the problems with the options that apply to all transports, after reading the files.
    package func problems(
        files: any FileSystem = LocalFileSystem(), isReleaseBuild: Bool = Self.isReleaseBuild
    ) -> [NetworkOptionsError] {
        [
            Self.problem { () throws(NetworkOptionsError) in try checkHosts() },
            Self.problem { () throws(NetworkOptionsError) in try checkAuthorities(files) },
            Self.problem { () throws(NetworkOptionsError) in try checkClient(files) },
            Self.problem { () throws(NetworkOptionsError) in try checkVerification(isReleaseBuild) },
        ].compactMap(\.self)
    }

    private static func problem(_ check: () throws(NetworkOptionsError) -> Void) -> NetworkOptionsError? {
        do throws(NetworkOptionsError) {
            try check()
            return nil
        } catch {
            return error
        }
    }

    private func checkHosts() throws(NetworkOptionsError) {
        for host in noProxy ?? [] {
            let isPlain = host.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: ",") }
            guard isPlain, !host.isEmpty else {
                throw NetworkOptionsError(
                    "noProxy", "An item is empty, or contains a space or a comma. Use one host for each item")
            }
        }
    }

    private func checkAuthorities(_ files: any FileSystem) throws(NetworkOptionsError) {
        guard let certificateAuthorities else { return }
        let option = "certificateAuthorities"
        let text = try Self.text(of: certificateAuthorities, option, files)
        try Self.find(["CERTIFICATE", "TRUSTED CERTIFICATE"], in: text, option)
    }

    private func checkClient(_ files: any FileSystem) throws(NetworkOptionsError) {
        guard let clientCertificate else { return }
        let certificate = try Self.text(of: clientCertificate.certificate, "clientCertificate", files)
        try Self.find(["CERTIFICATE"], in: certificate, "clientCertificate")
        let key = try clientCertificate.key.map { key throws(NetworkOptionsError) in
            try Self.text(of: key, "clientCertificate.key", files)
        }
        try Self.find(Self.keyLabels, in: key ?? certificate, "clientCertificate.key")
    }

    private func checkVerification(_ isReleaseBuild: Bool) throws(NetworkOptionsError) {
        guard verifiesPeer || !isReleaseBuild || allowsUnverifiedPeersInRelease else {
            throw NetworkOptionsError(
                "verifiesPeer",
                "Anyone between the app and the server can read keys and change flags, so release builds require verification. "
                    + "Trust the server's authority instead, or set allowsUnverifiedPeersInRelease for a test")
        }
    }

    private static let keyLabels = ["PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY"]

    private static func text(
        of pem: PEM, _ option: String, _ files: any FileSystem
    ) throws(NetworkOptionsError) -> String {
        switch pem {
        case .text(let text): return text
        case .file(let path):
            do throws(FileError) {
                return String(decoding: try files.contents(of: path), as: UTF8.self)
            } catch {
                throw NetworkOptionsError(option, "The file can't be read: \(error)")
            }
        }
    }

    /// Throws an error unless a block with one of the labels (RFC 7468) is complete and contains base64.
    private static func find(
        _ labels: [String], in text: String, _ option: String
    ) throws(NetworkOptionsError) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
        for label in labels.map({ $0.filter { !$0.isWhitespace } }) {
            guard let begin = lines.firstIndex(of: "-----BEGIN\(label)-----") else { continue }
            guard let end = lines[begin...].firstIndex(of: "-----END\(label)-----") else {
                throw NetworkOptionsError(option, "The PEM is incomplete: its -----BEGIN line has no -----END line")
            }
            // Old keys start with fields such as Proc-Type.
            let body = lines[begin + 1..<end].filter { !$0.contains(":") }.joined()
            guard isBase64(body) else {
                throw NetworkOptionsError(
                    option, "The PEM is damaged: there is no base64 text between -----BEGIN and -----END")
            }
            return
        }
        let what = labels[0] == "PRIVATE KEY" ? "private key" : "certificate"
        throw NetworkOptionsError(
            option, "The PEM contains no \(what): no line is -----BEGIN \(labels[0])-----")
    }

    private static func isBase64(_ text: String) -> Bool {
        let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
        return !digits.isEmpty && text.utf8.count % 4 == 0 && text.utf8.count - digits.count <= 2
            && digits.allSatisfy { byte in
                (ServiceURL.isUnreserved(byte) && !"-._~".utf8.contains(byte)) || "+/".utf8.contains(byte)
            }
    }
}
