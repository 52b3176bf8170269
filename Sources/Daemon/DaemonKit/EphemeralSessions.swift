package import DaemonCore
import LinuxSupport
package import Wire

/// Why a connection's session ends.
package protocol ConnectionEnd: Sendable {
    /// Nobody used it for too long.
    static var idle: Self { get }
    /// Its connection ended.
    static var disconnected: Self { get }
}

/// How a call uses its session.
package enum SessionUse: Sendable {
    /// Uses it until the call has ended.
    case call
    /// Uses it only at the start: a watch may last forever.
    case watch
    /// Does not use it.
    case question
}

/// The ephemeral sessions: which connection has which session, and when one ends because nobody uses it.
///
/// Each connection has one place, from the first session that it opens until the connection ends. The place holds only
/// the session's id. A session cannot be reached without its id, and no caller can spell the id of an ephemeral one.
package final class EphemeralSessions<End: ConnectionEnd>: Sendable {
    private struct Place {
        let id: SessionID
        var idle: IdleTime
        /// Ends the session.
        let wipe: @Sendable (SessionID, End) async -> Void
        /// Whether the session has ended; the connection then has none until it opens another.
        var isOver = false
        /// Waits until a session that nobody uses must end.
        var timer: Task<Void, Never>?
    }

    /// The result of checking a session.
    private enum Sight {
        /// It is in use, or must be checked again after this time.
        case wait(Duration)
        /// It was unused for too long. The caller that receives this must wipe it. By then, the place may be gone or
        /// have another session.
        case isOver(Place)
        /// It had already ended.
        case hasEnded
    }

    private let places = Locked<[UInt64: Place]>([:])
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async -> Void

    /// `sleep` waits for a duration on the clock that `now` reads, or until its task is cancelled. Time while the
    /// machine sleeps counts.
    package init(
        now: @escaping @Sendable () -> Duration = SystemClock.sinceBoot,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0, clock: .continuous) }
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The connection's session, or a new one, and whether it is new. `wipe` ends the session once it has been unused
    /// for `idle`, or when its connection ends.
    package func open(
        _ connection: UInt64, uid: UInt32, idle: Duration,
        wipe: @escaping @Sendable (SessionID, End) async -> Void
    ) throws(WireError) -> (id: SessionID, isFirst: Bool) {
        let new = try Self.makeID(uid)
        let (id, isFirst) = places.withLock { places -> (SessionID, Bool) in
            let old = places[connection]
            if let old, !old.isOver { return (old.id, false) }
            places[connection] = Place(id: new, idle: IdleTime(limit: idle, at: now()), wipe: wipe)
            return (new, old == nil)
        }
        if id == new { startTimer(of: new, on: connection) }
        return (id, isFirst)
    }

    /// The session that a connection's call refers to: the one it names, otherwise the connection's own, even if ended,
    /// otherwise `default`.
    package func id(_ connection: UInt64, uid: UInt32, named name: String?) throws(WireError) -> SessionID {
        let own = own(connection)
        if let own, name == nil || name == own.publicName { return own }
        return try SessionID.of(uid, named: name)
    }

    /// The connection's current or last session.
    package func own(_ connection: UInt64) -> SessionID? { places.withLock { $0[connection]?.id } }

    /// Whether the session has not ended. Named sessions are unknown here, and count as not ended.
    package func isOpen(_ id: SessionID) -> Bool {
        guard id.isEphemeral else { return true }
        return places.withLock { $0.values.contains { $0.id == id && !$0.isOver } }
    }

    /// Notes that a call using the session begins. If the session has ended, for instance while the machine slept, the
    /// call waits until it has been wiped, whatever ended it.
    package func begin(_ id: SessionID, on connection: UInt64) async {
        switch look(at: id, on: connection) {
        case .wait: break
        case .isOver(let place):
            place.timer?.cancel()
            await place.wipe(id, .idle)
        case .hasEnded: await awaitWipe(of: id, on: connection)
        }
        places.withLock { places in
            if places[connection]?.id == id { places[connection]?.idle.begin(at: now()) }
        }
    }

    /// Notes that a call that used the session has ended.
    package func end(_ id: SessionID, on connection: UInt64) {
        places.withLock { places in
            if places[connection]?.id == id { places[connection]?.idle.end(at: now()) }
        }
    }

    /// Notes that a session has ended, for whatever reason.
    package func markOver(_ id: SessionID) {
        guard id.isEphemeral else { return }
        let timer = places.withLock { places -> Task<Void, Never>? in
            guard let connection = places.first(where: { $0.value.id == id })?.key else { return nil }
            places[connection]?.isOver = true
            defer { places[connection]?.timer = nil }
            return places[connection]?.timer
        }
        timer?.cancel()
    }

    /// Ends a connection's session along with the connection.
    package func connectionEnded(_ connection: UInt64) {
        guard let place = places.withLock({ $0.removeValue(forKey: connection) }), !place.isOver else { return }
        place.timer?.cancel()
        // Ends once nothing of the session is left.
        Task { await place.wipe(place.id, .disconnected) }
    }

    private func startTimer(of id: SessionID, on connection: UInt64) {
        // Either the session's end cancels this task, or the task ends the session.
        let timer = Task {
            while true {
                switch self.look(at: id, on: connection) {
                case .wait(let wait): await self.sleep(wait)
                case .isOver(let place): return await place.wipe(id, .idle)
                case .hasEnded: return
                }
            }
        }
        let isKept = places.withLock { places in
            guard places[connection]?.id == id, places[connection]?.isOver == false else { return false }
            places[connection]?.timer = timer
            return true
        }
        if !isKept { timer.cancel() }
    }

    /// Waits until an ended session has been wiped. If its place is gone, the connection has ended and nobody is
    /// waiting.
    private func awaitWipe(of id: SessionID, on connection: UInt64) async {
        guard let place = places.withLock({ $0[connection] }), place.id == id else { return }
        await place.wipe(id, .idle)
    }

    /// Ends a session whose time is up; the caller must then wipe it.
    private func look(at id: SessionID, on connection: UInt64) -> Sight {
        places.withLock { places in
            guard let place = places[connection], place.id == id, !place.isOver else { return .hasEnded }
            let wait = place.idle.wait(at: now())
            guard wait == .zero else { return .wait(wait) }
            places[connection]?.isOver = true
            places[connection]?.timer = nil
            return .isOver(place)
        }
    }

    /// 112 random bits: the name need not be secret, but it must not be found by trying.
    private static func makeID(_ uid: UInt32) throws(WireError) -> SessionID {
        guard let id = SessionID(uid: uid, ephemeral: try RandomID.hex("eph-", bytes: 14)) else {
            throw WireError(.internal, "rpc.internal", "no name for a session")
        }
        return id
    }
}
