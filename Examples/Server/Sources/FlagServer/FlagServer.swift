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

/// A development server that serves the flags of a file or of any provider in the protocols of several vendors.
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
                "Port \(arguments.port) on 127.0.0.1 is in use. Choose another port with --port, or use --port 0 for any free port."
            )
        }
    }

    /// Starts the client, and exits if the file with flags can't be used.
    private static func start(_ client: FlagClient, _ arguments: ServerArguments) async {
        if case .configuration = arguments.source, let context = arguments.context {
            await client.setContext(context, within: .zero)
        }
        let start = await cancelWhenGracefulShutdown { await client.start(within: .seconds(5)) }
        if Task.isShuttingDownGracefully { return await client.shutdown(within: .seconds(5)) }
        if case .defaults(let error) = start, case .flags = arguments.source {
            // The shutdown waits until the client has reported the file's diagnostics.
            await client.shutdown()
            error.diagnostics.isEmpty ? finish(1, "\(error)") : exit(1)
        }
    }

    /// Creates the server.
    ///
    /// - Parameters:
    ///   - service: The service with the flags.
    ///   - port: The port, or 0 for any free port.
    ///   - isListening: Called with the port when the server listens.
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
    /// A configuration that limits request heads to 16 KiB and idle time to 15 seconds.
    fileprivate static var limited: Self {
        .init(
            idleTimeout: .seconds(15),
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 16 << 10))
    }
}

/// A service with an asynchronous start, which a signal can also end.
private struct ServiceAfterStart: Service {
    let make: @Sendable () async throws -> any Service

    func run() async throws {
        let service = try await make()
        if !Task.isShuttingDownGracefully { try await service.run() }
    }
}

/// Starts a client with the server, and shuts it down after the last request.
private struct ClientService: Service {
    let client: FlagClient

    func run() async throws {
        await client.start(within: .seconds(5))
        try? await gracefulShutdown()
        await client.shutdown(within: .seconds(5))
    }
}
