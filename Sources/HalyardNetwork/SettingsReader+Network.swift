// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardSupport
public import HalyardTransport

extension SectionType {
    /// `"network": {"proxy": "http://proxy.example.com:3128", "ca": "authority.pem"}`.
    public static let network = SectionType("network") { settings in _ = settings.networkOptions() }
}

extension SettingsReader {
    /// The transport that `network` asks for, in these settings or, where it is absent here, in the whole document; the
    /// platform's usual one without it.
    ///
    /// For factories of providers:
    ///
    /// ```swift
    /// ProviderType("company") { settings in
    ///     CompanyFlags(url: settings.requiredString("url"), transport: settings.transport())
    /// }
    /// ```
    ///
    /// Reads the files that `network` names, to check them, and opens no connection. What is wrong is noted with its place,
    /// and a usual transport comes back.
    ///
    /// - Parameter given: A transport that the app chose in code; `network` then must not stand here.
    public func transport(orGiven given: (any HTTPTransport)? = nil) -> any HTTPTransport {
        let isOwn = value(SectionType.network.name) != nil
        let options = section(SectionType.network.name)?.networkOptions()
        if let given {
            if isOwn {
                addError(
                    SectionType.network.name,
                    "The app gives this type of provider a transport, so this would have no effect.",
                    suggestion: "Set it up in code, where that transport is made, or leave the transport out there.")
            }
            return given
        }
        let usual = PlatformTransport.make(time: host.time)
        guard let options else { return usual }
        // What is wrong with the options was noted.
        return (try? PlatformTransport.make(options, files: host.files, time: host.time)) ?? usual
    }

    /// Reads the members of `network`; what is wrong is noted.
    func networkOptions() -> NetworkOptions {
        var options = NetworkOptions()
        let proxy = object("proxy", "The proxy: a URL, \"direct\", \"environment\", or an object.", shorthand: "url")
        if let proxy {
            let url = proxy.requiredString("url", "The URL of the proxy.")
            let user = proxy.string("user", "The name to log in with.")
            let password = proxy.optionalSecret("password", "The password to log in with.")
            do throws(NetworkOptionsError) {
                options.proxy = try .named(url, user: user, password: password?.reveal())
            } catch {
                // Of a missing URL, its accessor has noted what there is to say.
                if !url.isEmpty { addError(error, nil) }
            }
        }
        let hosts = strings("noProxy", "Hosts that are reached without the proxy.")
        options.noProxy = value("noProxy") == nil ? nil : hosts
        options.certificateAuthorities = pem(
            "ca", "The authorities that servers are trusted by: a PEM text, or the path of a file.")
        let client = object(
            "clientCertificate", "What proves to servers who the app is: a PEM text, a path, or an object.",
            shorthand: "certificate")
        if let client {
            let certificate = client.pem("certificate", "The certificate: a PEM text, or the path of a file.")
            let key = client.pem("key", "Its private key, if the same text or file does not hold it.")
            let password = client.optionalSecret("keyPassword", "What the key is encrypted with.")
            if certificate == nil { _ = client.requiredString("certificate") }
            options.clientCertificate = certificate.map {
                ClientCertificate($0, key: key, keyPassword: password?.reveal())
            }
        }
        options.verifiesPeer = bool(
            "verifiesPeer", "Whether servers must prove who they are; false is for tests.", default: true)
        options.allowsUnverifiedPeersInRelease = bool(
            "allowsUnverifiedPeersInRelease", "Whether release builds obey \"verifiesPeer\": false.", default: false)
        check(options, client)
        return options
    }

    /// A PEM text, or the path of a file; nil when it is absent.
    private func pem(_ name: String, _ description: String) -> PEM? {
        guard let text = string(name, description) else { return nil }
        return text.contains("-----BEGIN") ? .text(text) : path(name).map(PEM.file)
    }

    private func check(_ options: NetworkOptions, _ client: SettingsReader?) {
        let problems = options.problems(files: host.files)
        for problem in problems { addError(problem, client) }
        guard problems.isEmpty else { return }
        do throws(NetworkOptionsError) {
            // What this platform's transport cannot do, it says itself.
            _ = try PlatformTransport.make(options, files: host.files, time: host.time)
        } catch {
            addError(error, client)
        }
        if !options.verifiesPeer {
            addWarning(
                "verifiesPeer",
                "Certificates are not verified: anyone on the way to the servers can read keys and change flags.",
                suggestion: "Give the server's authority as \"ca\", and leave this out.")
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
    /// A proxy as configurations name one: a URL, `"environment"` or `"direct"`.
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
