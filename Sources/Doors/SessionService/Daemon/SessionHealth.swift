import CloudModel
import DaemonCore
import DaemonStore
import ProviderAPI
import ProviderHost
import RPC
import RadioAPI
import RadioModel
import SealedDatabase
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// The reports of the daemon's parts about themselves, as components of the daemon's health (`Protocol/README.md`,
/// Health).
struct SessionHealth: Sendable {
    let health: Health

    /// The time between two checks of parts that do not report changes themselves.
    private static let period = Duration.seconds(5)

    /// Creates the health of a daemon that has not tried anything yet.
    init(_ health: Health) {
        self.health = health
        health.report("store", .serving)
        health.report("radio", .notServing, "the radio broker has not been reached yet")
        health.report("bus", .serving, Self.busNotKnown)
        health.report("cloud", .serving, "no request has been sent yet")
        health.report("clock", .serving)
        health.report("providers", .serving)
    }

    /// Notes that a write was made durable, or failed.
    func wrote(_ error: StoreError?) {
        switch error?.code {
        case nil: health.report("store", .serving)
        // The fault is in the caller's request, not in the store.
        case .conflict, .invalid: break
        case .wrongMachineKey, .corrupt, .newerSchema, .diskFull, .io, .inUse, .exposed, .unavailable, .missing, .slow,
            .failed:
            health.report("store", .notServing, error?.message)
        }
    }

    /// Notes that a read of the store has failed, or was not answered in time. If one row does not verify, this says
    /// nothing about the other rows.
    func readFailed(_ error: StoreError) {
        if error.code.mayPass { health.report("store", .notServing, error.message) }
    }

    /// Records the radio's status as the broker reports it. If the broker cannot be reached, the status is nil.
    func radioIs(_ status: RadioStatus?) {
        busIs(status?.bus ?? .unknown)
        guard let status else { return _ = health.report("radio", .notServing, "the radio broker cannot be reached") }
        let reason: String? =
            switch status.state {
            case .ready: nil
            case .unknown: "the radio broker does not know its adapter yet"
            case .absent: "there is no adapter"
            case .noBluetoothd: "bluetoothd is not running"
            case .bluetoothdSilent: "bluetoothd does not answer"
            case .off: "the adapter is switched off"
            case .blocked: "the adapter is blocked by rfkill"
            case .noPermission: "the bus does not let the broker use the adapter"
            case .wedged: "the adapter no longer answers"
            }
        health.report("radio", reason == nil ? .serving : .notServing, reason)
    }

    private static let busNotKnown =
        "it is not known whether other users can use the Bluetooth adapter without the radio broker"

    private func busIs(_ bus: RadioStatus.Bus) {
        switch bus {
        case .closed: health.report("bus", .serving)
        case .unknown: health.report("bus", .serving, Self.busNotKnown)
        case .open:
            health.report("bus", .degraded, "other users can use the Bluetooth adapter without the radio broker")
        }
    }

    /// Notes that there is a desk for visitors' codes.
    func hasDesk() { health.report("token_source", .serving, "no request has been sent yet") }

    /// Notes that the operator's desk answered, or failed to.
    func deskAnswered(_ answer: DeskAnswer) {
        switch answer {
        case .token, .refused: health.report("token_source", .serving)
        case .busy: health.report("token_source", .degraded, "the operator's desk is asking for fewer requests")
        case .secretRefused:
            health.report("token_source", .notServing, "the operator's desk does not know this kiosk's secret")
        case .failed(let why): health.report("token_source", .notServing, "the operator's desk: \(why)")
        }
    }

    /// Notes that the cloud answered a request, or failed to.
    func cloudAnswered(_ error: CloudError?) {
        switch error?.kind {
        case .cancelled, .tooManyWaiting: break
        // The cloud refused one session, but the cloud itself works.
        case nil, .invalidToken, .notPermitted, .notFound, .rejected: health.report("cloud", .serving)
        case .tls?:
            // The system's authorities are read when the first connection is made, and `cloud_ca` is read at startup.
            health.report(
                "cloud", .degraded,
                "the cloud's certificate is not trusted; after installing an authority, restart seam-sessiond")
        case .offline?, .connectTimedOut?, .connectionLost?, .timedOut?, .unexpectedContent?, .replyTooLarge?,
            .invalidReply?,
            .rateLimited?, .server?:
            // The request id is omitted, because it differs each time.
            health.report("cloud", .degraded, error.map { CloudError($0.kind).description })
        }
    }

    /// Until the task is cancelled, checks the parts that do not report changes themselves, and retries a store that
    /// failed. `storeIsBusyFor` says how long the store's call has been running.
    func run(
        clock: DaemonClock, providers: ProviderHost, storeIsBusyFor: @escaping @Sendable () -> Duration,
        tryStore: @escaping @Sendable (Bool) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                repeat {
                    look(at: clock)
                    look(at: providers)
                    look(atStoreThatIsBusyFor: storeIsBusyFor())
                } while (try? await Task.sleep(for: Self.period)) != nil
            }
            // This has its own task, because it waits as long as the disk does not answer.
            group.addTask {
                repeat {
                    await tryStore(health.components.contains { $0.name == "store" && $0.status == .notServing })
                } while (try? await Task.sleep(for: Self.period)) != nil
            }
        }
    }

    /// Reports that the disk does not answer. Such a disk neither makes writes durable nor fails them. When the disk
    /// answers again, the next try reports this.
    func look(atStoreThatIsBusyFor duration: Duration) {
        guard duration >= SessionStoreThread.patience else { return }
        health.report("store", .notServing, "the disk does not answer")
    }

    /// Reports the clock's fault, if it has one.
    func look(at clock: DaemonClock) {
        let reason: String? =
            switch clock.fault() {
            case nil: nil
            case .behind?:
                "the machine's clock is behind the cloud's time: keys with an end time must wait for the cloud"
            case .ahead?: "the machine's clock is ahead of the cloud's time: keys end too early"
            case .corrected?: "the machine's clock is behind the cloud's time: keys follow the cloud's time"
            case .disputed?:
                "the cloud's times differ: keys end by the latest one; if this lasts, run 'seam-sessiond --forget-time'"
            }
        health.report("clock", reason == nil ? .serving : .degraded, reason)
    }

    /// Reports the current state of the providers.
    func look(at providers: ProviderHost) {
        let faults = providers.launchFaults
        guard faults.isEmpty else {
            let found = faults.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.words)" }
            return _ = health.report("providers", .notServing, "cannot be started: \(found.joined(separator: "; "))")
        }
        let quarantined = providers.manifests.map(\.name).filter(providers.isQuarantined).sorted()
        let reason: String? =
            if !quarantined.isEmpty {
                "not started again after misbehaving: \(quarantined.joined(separator: ", "))"
            } else if !providers.directory.faults.isEmpty {
                "left out because of their manifests: \(providers.directory.faults.count)"
            } else if providers.manifests.isEmpty {
                "no provider is installed"
            } else {
                nil
            }
        health.report("providers", reason == nil ? .serving : .degraded, reason)
    }
}

/// The sessions' access to the cloud. It reports each answer to the daemon's health.
struct ObservedCloud: SessionCloud {
    let cloud: any SessionCloud
    let health: SessionHealth

    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession {
        try await observe { () async throws(CloudError) in try await cloud.session(token: token, on: lane) }
    }

    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading {
        try await observe { () async throws(CloudError) in
            try await cloud.reading(token: token, known: known, order: order, on: lane)
        }
    }

    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading {
        try await observe { () async throws(CloudError) in
            try await cloud.keys(ids, of: session, token: token, on: lane)
        }
    }

    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent> {
        try await observe { () async throws(CloudError) in
            try await cloud.events(since: since, types: types, limit: limit, token: token, on: lane)
        }
    }

    private func observe<Answer: Sendable>(
        _ ask: () async throws(CloudError) -> Answer
    ) async throws(CloudError) -> Answer {
        do {
            let answer = try await ask()
            health.cloudAnswered(nil)
            return answer
        } catch {
            health.cloudAnswered(error)
            throw error
        }
    }
}
