// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the flags of a file, or of any provider, in the protocols of several vendors: for development, on this machine.
///
///     swift run FlagServer flags.json
///     swift run FlagServer --config halyard.json
@main
struct FlagServer {
    static func main() async {
        do {
            guard let arguments = try ServerArguments.read(Array(CommandLine.arguments.dropFirst())) else {
                return say(ServerArguments.help, to: .standardOutput)
            }
            let service = try FlagService.make(arguments) { say("\($0)\n", to: .standardError) }
            try await run(service, arguments)
        } catch let mistake as ServerArguments.Mistake {
            finish(2, "\(mistake)\n\(ServerArguments.usage)")
        } catch {
            finish(1, "\(error)")
        }
    }

    private static func run(_ service: FlagService, _ arguments: ServerArguments) async throws {
        let serving = ServiceAfterStart {
            await start(service.client, arguments)
            return application(service, port: arguments.port) { port in
                let count = service.flags(for: .anonymous).flags.count
                let flags = count == 1 ? "1 flag" : "\(count) flags"
                say("\(arguments.source.file): \(flags) at http://127.0.0.1:\(port)\n", to: .standardOutput)
            }
        }
        var group = ServiceGroupConfiguration(
            services: [serving], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            finish(
                1,
                "Port \(arguments.port) of 127.0.0.1 is in use. Choose another with --port, or any free one with --port 0."
            )
        }
    }

    /// Starts the client; ends the program if there is nothing to serve.
    private static func start(_ client: FlagClient, _ arguments: ServerArguments) async {
        if case .configuration = arguments.source, let context = arguments.context {
            await client.setContext(context, within: .zero)
        }
        let start = await cancelWhenGracefulShutdown { await client.start(within: .seconds(5)) }
        if Task.isShuttingDownGracefully { return await client.shutdown(within: .seconds(5)) }
        if case .defaults(let error) = start, case .flags = arguments.source {
            // What is wrong with the file has been reported when this returns.
            await client.shutdown()
            error.diagnostics.isEmpty ? finish(1, "\(error)") : exit(1)
        }
    }

    /// Makes the server.
    ///
    /// - Parameters:
    ///   - service: What it serves.
    ///   - port: Where it listens; 0 for any free port.
    ///   - isListening: Called with the port when it listens.
    static func application(
        _ service: FlagService, port: Int = 0, isListening: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        var app = Application(
            router: serverRoutes(service), server: .http1(configuration: .limited),
            configuration: .init(
                address: .hostname("127.0.0.1", port: port), availableConnectionsDelegate: .maximum(256, logger: logger)
            ),
            onServerRunning: { channel in isListening(channel.localAddress?.port ?? port) }, logger: logger)
        app.addServices(ClientService(client: service.client))
        return app
    }

    private static let logger = {
        var logger = Logger(label: "FlagServer", factory: StreamLogHandler.standardError(label:))
        logger.logLevel = .warning
        return logger
    }()

    private static func finish(_ status: Int32, _ complaint: String) -> Never {
        say(complaint + "\n", to: .standardError)
        exit(status)
    }

    private static func say(_ text: String, to file: FileHandle) { file.write(Data(text.utf8)) }
}

extension HTTP1Channel.Configuration {
    /// Heads of 16 KiB at most, and 15 seconds for a request to arrive.
    fileprivate static var limited: Self {
        .init(
            idleTimeout: .seconds(15),
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10))
    }
}

/// A service that is made after a start, in which a signal ends it as well.
private struct ServiceAfterStart: Service {
    let make: @Sendable () async throws -> any Service

    func run() async throws {
        let service = try await make()
        if !Task.isShuttingDownGracefully { try await service.run() }
    }
}

/// Starts a client with the server, and ends it after the last request.
private struct ClientService: Service {
    let client: FlagClient

    func run() async throws {
        await client.start(within: .seconds(5))
        try? await gracefulShutdown()
        await client.shutdown(within: .seconds(5))
    }
}
