package import DaemonCore
import LinuxSupport
package import Wire

/// The reason why a connection's session ends.
package protocol ConnectionEnd: Sendable {
    /// The session was unused for too long.
    static var idle: Self { get }
    /// The session's connection ended.
    static var disconnected: Self { get }
}

/// How a call uses its session.
package enum SessionUse: Sendable {
    /// The call uses its session until the call has ended.
    case call
    /// The watch uses its session only at the start, because a watch may last forever.
    case watch
    /// The question does not use the session.
    case question
}

/// Tracks the ephemeral session of each connection, and ends sessions that are unused for too long.
///
/// Each connection has one place, from the first session that it opens until the connection ends. The place holds only
/// the session's id. A session cannot be reached without its id, and no caller can enter the id of an ephemeral
/// session.
package final class EphemeralSessions<End: ConnectionEnd>: Sendable {
    private struct Place {
        let id: SessionID
        var idle: IdleTime
        /// Ends the session.
        let wipe: @Sendable (SessionID, End) async -> Void
        /// Whether the session has ended. The connection then has no session until it opens another one.
        var isOver = false
        /// The task that waits until an unused session must end.
        var timer: Task<Void, Never>?
    }

    /// The result of checking a session.
    private enum Sight {
        /// The session need not end yet, and must be checked again after the given time.
        case wait(Duration)
        /// The session was unused for too long. The caller that receives this result must wipe the session. By then,
        /// the place may have been removed, or may have another session.
        case isOver(Place)
        /// The session had already ended.
        case hasEnded
    }

    private let places = Locked<[UInt64: Place]>([:])
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async -> Void

    /// Creates an empty set of sessions. The closure `sleep` waits for a duration on the clock that `now` reads, or
    /// until its task is cancelled. The duration includes time during which the machine sleeps.
    package init(
        now: @escaping @Sendable () -> Duration = SystemClock.sinceBoot,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0, clock: .continuous) }
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// Returns the connection's session or a new session, and whether the session is new. The closure `wipe` ends the
    /// session when it has been unused for `idle`, or when its connection ends.
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

    /// Returns the session that a connection's call uses. This is the session that the call names. If no name is given,
    /// it is the connection's own session, even if that session has ended. If the connection has no session of its own,
    /// it is the session `default`.
    package func id(_ connection: UInt64, uid: UInt32, named name: String?) throws(WireError) -> SessionID {
        let own = own(connection)
        if let own, name == nil || name == own.publicName { return own }
        return try SessionID.of(uid, named: name)
    }

    /// Returns the connection's current or last session.
    package func own(_ connection: UInt64) -> SessionID? { places.withLock { $0[connection]?.id } }

    /// Whether the session is still open. This object does not track named sessions, and treats them as open.
    package func isOpen(_ id: SessionID) -> Bool {
        guard id.isEphemeral else { return true }
        return places.withLock { $0.values.contains { $0.id == id && !$0.isOver } }
    }

    /// Records that a call begins to use the session. The session may have ended, for instance while the machine slept.
    /// The call then waits until the session has been wiped, however it ended.
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

    /// Records that a call that used the session has ended.
    package func end(_ id: SessionID, on connection: UInt64) {
        places.withLock { places in
            if places[connection]?.id == id { places[connection]?.idle.end(at: now()) }
        }
    }

    /// Records that a session has ended, for whatever reason.
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
        // This task ends once all content of the session has been wiped.
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

    /// Waits until an ended session has been wiped. If the session's place has been removed, the connection has ended
    /// and no call is waiting.
    private func awaitWipe(of id: SessionID, on connection: UInt64) async {
        guard let place = places.withLock({ $0[connection] }), place.id == id else { return }
        await place.wipe(id, .idle)
    }

    /// Checks a session, and ends it if its time is up. The caller must then wipe the session.
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

    /// Creates an id with 112 random bits. The name need not be secret, but it must be impossible to guess.
    private static func makeID(_ uid: UInt32) throws(WireError) -> SessionID {
        guard let id = SessionID(uid: uid, ephemeral: try RandomID.hex("eph-", bytes: 14)) else {
            throw WireError(.internal, "rpc.internal", "a session could not be named")
        }
        return id
    }
}
