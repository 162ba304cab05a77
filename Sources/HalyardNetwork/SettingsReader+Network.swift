// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
public import HalyardTransport

extension SectionType {
    /// The section `network`: `"network": {"proxy": "http://proxy.example.com:3128", "ca": "authority.pem"}`.
    public static let network = SectionType("network") { settings in _ = settings.networkOptions() }
}

extension SettingsReader {
    /// Creates the transport that the section `network` describes, or the platform's default transport if there is no such section.
    ///
    /// A section in these settings takes precedence over the document's section. Use it in provider factories:
    ///
    /// ```swift
    /// ProviderType("company") { settings in
    ///     CompanyFlags(url: settings.requiredString("url"), transport: settings.transport())
    /// }
    /// ```
    ///
    /// Reads the files that `network` names to check them, and opens no connection. Problems are reported with their locations, and
    /// the default transport is then returned.
    ///
    /// - Parameter given: A transport that the app chose in code. In this case, these settings must not contain `network`.
    public func transport(orGiven given: (any HTTPTransport)? = nil) -> any HTTPTransport {
        let isOwn = value(SectionType.network.name) != nil
        let options = inheritedSection(SectionType.network.name)?.networkOptions()
        if let given {
            if isOwn {
                addError(
                    SectionType.network.name,
                    "The app passes a transport to this provider type, so this setting would have no effect.",
                    suggestion: "Configure that transport in code, or don't pass one.")
            }
            return given
        }
        let usual = PlatformTransport.make(time: host.time)
        guard let options else { return usual }
        // Problems with the options are already reported.
        return (try? PlatformTransport.make(options, files: host.files, time: host.time)) ?? usual
    }

    /// Reads the settings of the section `network`, and reports problems.
    func networkOptions() -> NetworkOptions {
        var options = NetworkOptions()
        let proxy = object("proxy", "Proxy: a URL, \"direct\", \"environment\", or an object.", shorthand: "url")
        if let proxy {
            let url = proxy.requiredString("url", "URL of the proxy.")
            let user = proxy.string("user", "User name for the proxy.")
            let password = proxy.optionalSecret("password", "Password for the proxy.")
            do throws(NetworkOptionsError) {
                options.proxy = try .named(url, user: user, password: password?.reveal())
            } catch {
                // The accessor has already reported a missing URL.
                if !url.isEmpty { addError(error, nil) }
            }
        }
        let hosts = strings("noProxy", "Hosts that are reached without the proxy.")
        options.noProxy = value("noProxy") == nil ? nil : hosts
        options.certificateAuthorities = pem(
            "ca", "Certificate authorities to trust: PEM text, or the path of a file.")
        let client = object(
            "clientCertificate", "Certificate that identifies the app to servers: PEM text, a path, or an object.",
            shorthand: "certificate")
        if let client {
            let certificate = client.pem("certificate", "Certificate: PEM text, or the path of a file.")
            let key = client.pem("key", "Private key, if it isn't in the same text or file as the certificate.")
            let password = client.optionalSecret("keyPassword", "Password of the encrypted private key.")
            if certificate == nil { _ = client.requiredString("certificate") }
            options.clientCertificate = certificate.map {
                ClientCertificate($0, key: key, keyPassword: password?.reveal())
            }
        }
        options.verifiesPeer = bool(
            "verifiesPeer", "Verifies the certificates of servers. Set it to false only for tests.", default: true)
        options.allowsUnverifiedPeersInRelease = bool(
            "allowsUnverifiedPeersInRelease", "Also applies \"verifiesPeer\": false in release builds.", default: false)
        check(options, client)
        return options
    }

    /// Returns PEM text or the path of a file, or `nil` if the setting is absent.
    private func pem(_ name: String, _ description: String) -> PEM? {
        guard let text = string(name, description) else { return nil }
        return text.contains("-----BEGIN") ? .text(text) : path(name).map(PEM.file)
    }

    private func check(_ options: NetworkOptions, _ client: SettingsReader?) {
        let problems = options.problems(files: host.files)
        for problem in problems { addError(problem, client) }
        guard problems.isEmpty else { return }
        do throws(NetworkOptionsError) {
            // The platform's transport reports the options that it doesn't support.
            _ = try PlatformTransport.make(options, files: host.files, time: host.time)
        } catch {
            addError(error, client)
        }
        if !options.verifiesPeer {
            addWarning(
                "verifiesPeer",
                "Certificates aren't verified. Anyone between the app and the servers can read keys and change flags.",
                suggestion: "Set \"ca\" to the server's certificate authority, and remove this setting.")
        }
    }

    private func addError(_ problem: NetworkOptionsError, _ client: SettingsReader?) {
        let message = problem.message + "."
        switch problem.option {
        case "certificateAuthorities": addError("ca", message)
        case "clientCertificate.key": client?.addError("key", message)
        default: addError(problem.option, message)
        }
    }
}

extension NetworkOptions.Proxy {
    /// Returns the proxy that a configuration names: a URL, `"environment"`, or `"direct"`.
    fileprivate static func named(
        _ text: String, user: String?, password: String?
    ) throws(NetworkOptionsError) -> NetworkOptions.Proxy {
        switch text {
        case "environment" where user == nil && password == nil: .environment
        case "direct" where user == nil && password == nil: .direct
        default: .server(try ProxyServer(text, user: user, password: password))
        }
    }
}
