// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// One provider object with its network, and the account of the events that it owes to its service.
final class Station: @unchecked Sendable {
    // Only the simulation's thread uses it.
    private unowned let world: World
    let service: Service
    private(set) lazy var transport = SimTransport(world, self)
    /// The open streams.
    var lines: [Line] = []
    let ledger: Ledger
    var account: Account {
        get { ledger.account }
        set { ledger.account = newValue }
    }
    /// A Boolean value that indicates whether several clients can use the provider.
    let isShared: Bool
    /// A Boolean value that indicates whether the provider polls instead of streaming.
    ///
    /// Clients that share the provider get the first client's choice.
    var isPolled = false
    /// A Boolean value that indicates whether clients can show flags that were stored for the same person with other attributes.
    ///
    /// LaunchDarkly's clients do so.
    var isStored: Bool {
        get { ledger.isStored }
        set { ledger.isStored = newValue || (ledger.isStored && world.setting.storesEvents) }
    }
    /// The keys of erased people, who must not be reported to the service anymore.
    var forgotten: Set<String> = []
    /// The key in the requests for anonymous people.
    private(set) var deviceKey: String?
    /// A Boolean value that indicates whether the service rejected the key and hasn't sent flags since then.
    private(set) var isRefused = false
    /// The time after which the client must not be ready until all flags arrive again, or `nil` if the flags are fresh.
    private(set) var staleFrom: Duration?
    private var lastNumber = 0
    /// The number of the last request before the client had to request flags again, or before a stream delivered all flags.
    private var lastOvertaken = 0

    /// The last pause that the service requested.
    private var pause: Range<Duration>?

    /// The contexts that have been reported to LaunchDarkly's service for rules.
    var contexts = ContextReports()
    /// A Boolean value that indicates whether the event buffer is small, so that events can be dropped.
    var hasDrops = false

    /// A Boolean value that indicates whether the app is offline and expects no requests.
    var isSilent = false

    convenience init(_ service: Service, isShared: Bool, storesEvents: Bool, _ world: World) {
        self.init(service, isShared: isShared, ledger: storesEvents ? service.ledger : Ledger(), world)
    }

    init(_ service: Service, isShared: Bool, ledger: Ledger, _ world: World) {
        (self.service, self.isShared, self.world) = (service, isShared, world)
        self.ledger = ledger
        world.stations.append(self)
    }

    /// Called when a request is sent.
    func begin(_ request: HTTPRequest) -> Int {
        lastNumber += 1
        world.requests += 1
        if isSilent { world.fail(.mode, "\(service.name) received \(request.short) although the app is offline") }
        if service is OFREPService { judge(request) }
        if service.isReport(request) {
            guard let report = Reading.json(request.body) else { return lastNumber }
            judgeForgotten(report)
            if service is LaunchDarklyService {
                guard let id = request.headers["X-LaunchDarkly-Payload-ID"] else { return lastNumber }
                if ledger.parcels[id] == nil {
                    ledger.parcels[id] = false
                    count(report)
                    (service as? LaunchDarklyRulesService)?.judgeContexts(report, of: self)
                }
            } else {
                check(report)
            }
        } else if let person = service.person(of: request) {
            world.trace.mix(person.key)
            if service is LaunchDarklyService, !Person.names.contains(person.key) {
                if let deviceKey, deviceKey != person.key, !world.hasErased {
                    world.fail(
                        .identity, "\(service.name) received two anonymous keys: \(deviceKey), \(person.key)")
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
            world.fail(.pause, "\(service.name) received a request \(rest) s before the end of the pause")
        }
        if request.url.hasPrefix("http://events."), request.headers["Authorization"] != nil {
            world.fail(.secrecy, "\(service.name)'s credential was sent to another origin")
        }
    }

    /// Called when the service has handled a request.
    func taken(_ request: HTTPRequest, _ number: Int, _ response: HTTPResponse) {}

    /// Called when the client receives the result of a request.
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
        if service is LaunchDarklyRulesService, let status, (401...499).contains(status), ![408, 429].contains(status) {
            rejectsEvents = true
            ledger.isForgiven = true
        }
        if service is LaunchDarklyService {
            if let id = request.headers["X-LaunchDarkly-Payload-ID"], isTaken { ledger.parcels[id] = true }
        } else if let report = Reading.json(request.body) {
            let isRefused = status.map { (400...499).contains($0) && ![408, 425, 429].contains($0) } ?? false
            if isTaken || isRefused { count(report) } else { hasKeptReport = true }
            if isTaken || isRefused { hasKeptReport = false }
        }
    }

    /// A Boolean value that indicates whether the service rejected events for good, so that the client sends no more.
    private(set) var rejectsEvents = false
    /// A Boolean value that indicates whether the last report of counts failed and waits for the next one.
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

    /// Called when a stream opens.
    ///
    /// If it opens soon enough, the interruption doesn't count.
    func streamOpened() {
        isRefused = false
        if let staleFrom, world.timeline.uptime <= staleFrom { fresh() }
    }

    func streamLost(hadHead: Bool) {
        // Flags are stale only after reopening has also failed, and not while the client polls.
        if service is OFREPService { return }
        if !hadHead { isRefused = true }
        stale(from: world.timeline.uptime + .seconds(1))
    }

    private func stale(from moment: Duration) { staleFrom = staleFrom ?? moment }

    private func rests(for rest: Duration) {
        let now = world.timeline.uptime
        if now + rest > pause?.upperBound ?? now { pause = now..<(now + rest) }
    }

    /// Notes that all flags have arrived again.
    private func fresh() { staleFrom = nil }

    /// Called when a stream has sent all flags, so that requests in progress make no difference.
    ///
    /// The client can see such a request fail before it reads the flags.
    func allArrived() { asksAnew() }

    /// Notes that the client requests flags again and can use its earlier flags until then.
    func asksAnew() {
        fresh()
        lastOvertaken = lastNumber
    }

    private func count(_ report: FlagValue) {
        service.read(report) { text, count, person in
            checkIdentity(text, person)
            let problem = account.arrive(text, count)
            // A stored report can arrive again if its file couldn't be removed, or if a clock change made its claim expire.
            let isDisturbed = world.files.failures > 0 || world.time.offset != .zero
            let isForgiven = world.setting.storesEvents && service is UnleashService && isDisturbed
            if let problem, !ledger.isForgiven, !isForgiven { world.fail(.doubled, "\(service.name): \(problem)") }
        }
    }

    private func judgeForgotten(_ report: FlagValue) {
        // Reports of counts don't name anyone.
        guard service is LaunchDarklyService, !forgotten.isEmpty else { return }
        let text = JSONWriter.text(report)
        for key in forgotten where text.contains("\"\(key)\"") || text.contains("|\(key)|") {
            world.fail(.erasure, "\(service.name) received an event about \(key), who was erased")
        }
    }

    private func check(_ report: FlagValue) {
        service.read(report) { text, _, person in checkIdentity(text, person) }
    }

    private func checkIdentity(_ text: String, _ person: Person?) {
        guard let person, let stamp = Stamp(text.replacing("each ", with: "", maxReplacements: 1)) else { return }
        let isSame = stamp.key == person.key && (person.plan.isEmpty || isStored || stamp.plan == person.plan)
        if !isSame { world.fail(.identity, "\(service.name) received \(text) for \(person.key), \(person.plan)") }
    }
}
