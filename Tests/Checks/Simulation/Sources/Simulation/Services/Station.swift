// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// One provider object with its network, and the account of what its service is owed.
final class Station: @unchecked Sendable {
    // One thread.
    private unowned let world: World
    let service: Service
    private(set) lazy var transport = SimTransport(world, self)
    /// The streams that are open.
    var lines: [Line] = []
    let ledger: Ledger
    var account: Account {
        get { ledger.account }
        set { ledger.account = newValue }
    }
    /// Whether several clients may use it.
    let isShared: Bool
    /// Whether flags may be shown that were stored for the same person with other attributes, as LaunchDarkly's clients do.
    var isStored: Bool {
        get { ledger.isStored }
        set { ledger.isStored = newValue || (ledger.isStored && world.setting.storesEvents) }
    }
    /// The people who must not be reported to the service any more, because they were forgotten.
    var forgotten: Set<String> = []
    /// The key that the service was asked about for anonymous people.
    private(set) var deviceKey: String?
    /// Whether the service has refused the key, and nothing has come since.
    private(set) var isRefused = false
    /// From when on its client must not be ready, until all flags have arrived again; nil while they are fresh.
    private(set) var staleFrom: Duration?
    private var lastNumber = 0
    /// The last request before the client was made to ask again, or all flags arrived by a stream.
    private var lastOvertaken = 0

    /// The pause that the service has asked for last.
    private var pause: Range<Duration>?

    /// Whether the app has seen that nothing is to be sent.
    var isSilent = false

    convenience init(_ service: Service, isShared: Bool, storesEvents: Bool, _ world: World) {
        self.init(service, isShared: isShared, ledger: storesEvents ? service.ledger : Ledger(), world)
    }

    init(_ service: Service, isShared: Bool, ledger: Ledger, _ world: World) {
        (self.service, self.isShared, self.world) = (service, isShared, world)
        self.ledger = ledger
        world.stations.append(self)
    }

    /// A request leaves.
    func begin(_ request: HTTPRequest) -> Int {
        lastNumber += 1
        world.requests += 1
        if isSilent { world.fail(.mode, "\(service.name) is asked for \(request.short), and the app is offline") }
        if service is OFREPService { judge(request) }
        if service.isReport(request) {
            guard let report = Reading.json(request.body) else { return lastNumber }
            judgeForgotten(report)
            if service is LaunchDarklyService {
                guard let id = request.headers["X-LaunchDarkly-Payload-ID"] else { return lastNumber }
                if ledger.parcels[id] == nil {
                    ledger.parcels[id] = false
                    count(report)
                }
            } else {
                check(report)
            }
        } else if let person = service.person(of: request) {
            world.trace.mix(person.key)
            if service is LaunchDarklyService, !Person.names.contains(person.key) {
                if let deviceKey, deviceKey != person.key, !world.hasErased {
                    world.fail(
                        .identity, "\(service.name) is asked for two anonymous people: \(deviceKey), \(person.key)")
                }
                deviceKey = person.key
            }
        }
        return lastNumber
    }

    private func judge(_ request: HTTPRequest) {
        let now = world.timeline.uptime
        if request.body != nil, let pause, pause.lowerBound < now, pause.contains(now) {
            let rest = (pause.upperBound - now).text
            world.fail(.pause, "\(service.name) is asked for flags \(rest) s before the end of the pause it asked for")
        }
        if request.url.hasPrefix("http://events."), request.headers["Authorization"] != nil {
            world.fail(.secrecy, "\(service.name)'s credential is sent to another origin")
        }
    }

    /// The service has handled a request.
    func taken(_ request: HTTPRequest, _ number: Int, _ response: HTTPResponse) {}

    /// The client sees what became of a request.
    func end(_ request: HTTPRequest, _ number: Int, _ result: Result<HTTPResponse, TransportError>) {
        let status = (try? result.get())?.head.status
        if let response = try? result.get() {
            service.heard(request, response, at: world.time.now)
            if let rest = response.head.headers["X-Rest"].flatMap({ Int($0) }), status == 429 || status == 503 {
                rests(for: .milliseconds(rest))
            }
        }
        guard service.isReport(request) else {
            return flagsEnded(
                status, result, tag: request.headers["If-None-Match"], isOvertaken: number <= lastOvertaken)
        }
        let isTaken = status.map { (200...299).contains($0) } ?? false
        if service is LaunchDarklyService {
            if let id = request.headers["X-LaunchDarkly-Payload-ID"], isTaken { ledger.parcels[id] = true }
        } else if let report = Reading.json(request.body) {
            let isRefused = status.map { (400...499).contains($0) && ![408, 425, 429].contains($0) } ?? false
            if isTaken || isRefused { count(report) } else { hasKeptReport = true }
            if isTaken || isRefused { hasKeptReport = false }
        }
    }

    /// Whether the last report of counts failed, and waits for the next.
    private(set) var hasKeptReport = false

    private func flagsEnded(
        _ status: Int?, _ result: Result<HTTPResponse, TransportError>, tag: String?, isOvertaken: Bool
    ) {
        if case .failure(let error) = result, error.kind == .cancelled { return }
        switch status {
        case 200, 304: isRefused = false
        case 401: isRefused = true
        default: break
        }
        let isReadable =
            status == 200 && Reading.json((try? result.get())?.body).map(service.isAnswer) == true
        if isReadable || (status == 304 && tag != nil) {
            fresh()
        } else if !isOvertaken {
            stale(from: world.timeline.uptime)
        }
    }

    /// A stream is open, soon enough that no one notices there was none.
    func streamOpened() {
        isRefused = false
        if let staleFrom, world.timeline.uptime <= staleFrom { fresh() }
    }

    func streamLost(hadHead: Bool) {
        // Flags are old once it could not be opened again either, and not while they are polled for.
        if service is OFREPService { return }
        if !hadHead { isRefused = true }
        stale(from: world.timeline.uptime + .seconds(1))
    }

    private func stale(from moment: Duration) { staleFrom = staleFrom ?? moment }

    private func rests(for rest: Duration) {
        let now = world.timeline.uptime
        if now + rest > pause?.upperBound ?? now { pause = now..<(now + rest) }
    }

    /// All flags have arrived again.
    private func fresh() { staleFrom = nil }

    /// A stream has sent all flags, so requests that are in progress make no difference.
    ///
    /// The client can see such a request fail before it reads the flags.
    func allArrived() { asksAnew() }

    /// The client asks again, and may go by what it had.
    func asksAnew() {
        fresh()
        lastOvertaken = lastNumber
    }

    private func count(_ report: FlagValue) {
        service.read(report) { text, count, person in
            checkIdentity(text, person)
            let problem = account.arrive(text, count)
            // A report that was stored comes again when it could not be removed, or when a clock that was set made its claim old.
            let isDisturbed = world.files.failures > 0 || world.time.offset != .zero
            let isForgiven = world.setting.storesEvents && service is UnleashService && isDisturbed
            if let problem, !ledger.isForgiven, !isForgiven { world.fail(.doubled, "\(service.name): \(problem)") }
        }
    }

    private func judgeForgotten(_ report: FlagValue) {
        // Reports of counts name no one.
        guard service is LaunchDarklyService, !forgotten.isEmpty else { return }
        let text = JSONWriter.text(report)
        for key in forgotten where text.contains("\"\(key)\"") || text.contains("|\(key)|") {
            world.fail(.erasure, "\(service.name) is told about \(key), who was forgotten")
        }
    }

    private func check(_ report: FlagValue) {
        service.read(report) { text, _, person in checkIdentity(text, person) }
    }

    private func checkIdentity(_ text: String, _ person: Person?) {
        guard let person, let stamp = Stamp(text.replacing("each ", with: "", maxReplacements: 1)) else { return }
        let isSame = stamp.key == person.key && (person.plan.isEmpty || isStored || stamp.plan == person.plan)
        if !isSame { world.fail(.identity, "\(service.name) is told \(text) about \(person.key), \(person.plan)") }
    }
}
