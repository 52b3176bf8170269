import CloudModel
import LinuxSupport
import SeamCloud
import SeamModel
import SessionCore
import TestSupport
import Wire

@testable import SessionService

/// A cloud that gives scripted answers and counts its requests. It can also delay each answer until the test allows it.
final class ScriptedCloud: SessionCloud, Sendable {
    struct Script: Sendable {
        /// The answer about the token.
        var session = ScriptedCloud.session("ada")
        /// In a full read, the answer about the token, if it differs from `session`.
        var readSession: CloudSession?
        var credentials: [CloudCredential] = [ScriptedCloud.key("front")]
        var events: [CloudEvent] = []
        /// The parts that are missing in a full read.
        var gaps: [CloudSnapshot.Gap] = []
        /// The current time according to the cloud's answers.
        var named: Timestamp? = moment(0)
        var failure: CloudError?
        /// The parts that a full read reports before it ends, in this order.
        var parts: [ReadingOrder.Part] = []
        /// The cloud answers a full read, or a request for events, only after these events have occurred.
        var readGate: Event?
        var eventsGate: Event?
        /// The keys that open the door `front`, and the keys whose doors have not been read.
        var opening: [String] = []
        var unread: [String] = []

        var snapshot: CloudSnapshot {
            let session = readSession ?? session
            let workspace = CloudWorkspace(
                id: session.workspaceID, name: "House", isSandbox: true, isSuspended: false)
            let front = CloudEntrance(id: "front", systemID: "s", displayName: "Front Door")
            return CloudSnapshot(
                session: session, workspace: workspace, credentials: credentials,
                entrances: opening.isEmpty ? [:] : ["front": front],
                entranceIDs: Dictionary(opening.map { ($0, ["front"]) }, uniquingKeysWith: { first, _ in first }),
                systems: ["s": CloudSystem(id: "s", name: "House")], outdatedDoors: unread, gaps: gaps)
        }
    }

    /// A part of a read that contains `credentials`. The keys in `opening` open the door `front`.
    static func part(
        _ credentials: [CloudCredential], opening: [String] = [], unread: [String], hasNearDoors: Bool
    ) -> ReadingOrder.Part {
        var script = Script()
        script.credentials = credentials
        script.opening = opening
        script.unread = unread
        return ReadingOrder.Part(script.snapshot, hasNearDoors: hasNearDoors)
    }

    struct Asked: Sendable, Equatable {
        var session = 0
        var readings = 0
        var events = 0
        var since: Timestamp?
        /// The known keys that were passed to the last full read.
        var known: [String] = []
        /// The keys that the session requested individually.
        var keys: [[String]] = []
        /// The near doors that were passed to the last full read, and the key that somebody was waiting for when the
        /// read continued.
        var near: Set<String> = []
        var wanted: String?
    }

    private let script = Locked(Script())
    private let log = Locked(Asked())

    var asked: Asked { log.withLock { $0 } }

    func change(_ body: (inout Script) -> Void) { script.withLock { body(&$0) } }

    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession {
        log.withLock { $0.session += 1 }
        let script = script.withLock { $0 }
        if let failure = script.failure { throw failure }
        return script.session
    }

    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading {
        log.withLock { log in
            log.readings += 1
            log.known = known?.credentials.map(\.id) ?? []
            log.near = order.nearDoors
        }
        for part in script.withLock({ $0.parts }) { await order.learnt(part) }
        await script.withLock { $0.readGate }?.wait()
        let wanted = await order.wanted()
        log.withLock { $0.wanted = wanted }
        let script = script.withLock { $0 }
        if let failure = script.failure { throw failure }
        return CloudReading(script.snapshot, begunAt: script.named)
    }

    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading {
        log.withLock { $0.keys.append(ids) }
        let script = script.withLock { $0 }
        if let failure = script.failure { throw failure }
        let rows = script.credentials.filter { ids.contains($0.id) }
        return KeyReading(
            rows: rows.map { KeyReading.Row(credential: $0, entrances: []) },
            missing: ids.filter { id in !rows.contains { $0.id == id } })
    }

    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent> {
        log.withLock { log in
            log.events += 1
            log.since = since
        }
        await script.withLock { $0.eventsGate }?.wait()
        let script = script.withLock { $0 }
        if let failure = script.failure { throw failure }
        return CloudList(rows: script.events.filter { $0.createdAt > since }, isComplete: true)
    }

    static func session(
        _ person: String?, expiresAt: Timestamp = moment(1_000_000), id: String = "cs"
    ) -> CloudSession {
        CloudSession(
            id: id, workspaceID: "ws", userIdentityID: person, createdAt: moment(0), expiresAt: expiresAt)
    }

    static func key(_ id: String, endsAt: Timestamp? = nil) -> CloudCredential {
        CloudCredential(
            id: id, systemID: "s", workspaceID: "ws", displayName: "Key \(id)", accessMethod: .mobileKey,
            endsAt: endsAt)
    }

    static func event(_ id: String, _ type: String, at moment: Timestamp, session: String? = nil) -> CloudEvent {
        CloudEvent(
            id: id, type: type, workspaceID: "ws", createdAt: moment, occurredAt: moment, clientSessionID: session)
    }
}

/// The clocks of a test. They move only when the test sets them.
final class ScriptedTime: Sendable {
    private struct Clocks: Sendable {
        var now = moment(0)
        var named: Timestamp? = moment(0)
        var isSuspect = false
    }

    private let clocks = Locked(Clocks())

    var now: Timestamp { clocks.withLock { $0.now } }
    var named: Timestamp? { clocks.withLock { $0.named } }
    var isSuspect: Bool { clocks.withLock { $0.isSuspect } }

    func set(now: Timestamp? = nil, named: Timestamp? = nil, isSuspect: Bool? = nil) {
        clocks.withLock { clocks in
            clocks.now = now ?? clocks.now
            clocks.named = named ?? clocks.named
            clocks.isSuspect = isSuspect ?? clocks.isSuspect
        }
    }
}

/// Waits until the condition is true, for at most twenty seconds.
func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(20)
    while try await !condition() {
        guard ContinuousClock.now < deadline else { throw TestFailure("never: \(what)") }
        try await Task.sleep(for: .milliseconds(2))
    }
}

extension LiveSession {
    /// All keys in one list.
    func credentials() throws(WireError) -> [Credential] { try keys().map(\.credential) }
}
