import LinuxSupport
import RPC
import SeamModel
import SessionCore
import Wire

/// The sessions that connections have for themselves: which connection has which, and when one ends because nobody
/// uses it.
///
/// There is one place for each connection, from the first session that it opens to its own end. What lies in it is
/// only the key: who has no key to a session cannot reach it, and the key of an ephemeral one cannot be spelled.
final class EphemeralSessions: Sendable {
    /// What a call makes of the session that it means.
    enum Use: Sendable {
        /// Uses it until the call has ended.
        case call
        /// Uses it only now: a watch may stay for ever.
        case watch
        /// Leaves it as it is.
        case question
    }

    private struct Place {
        let key: SessionKey
        var idle: IdleTime
        /// Ends the session.
        let wipe: @Sendable (SessionKey, SessionEnd) async -> Void
        /// The session has ended; the connection has no other until it opens one.
        var isOver = false
        /// Waits for the time to end a session that nobody uses.
        var timer: Task<Void, Never>?
    }

    /// What a look at a session shows.
    private enum Sight {
        /// It is in use, or will be looked at again after so long.
        case wait(Duration)
        /// Nobody has used it for too long. Whoever hears so wipes it: its place may be gone, or another session's,
        /// by then.
        case isOver(Place)
        /// It has ended before.
        case hasEnded
    }

    private let places = Locked<[UInt64: Place]>([:])
    private let now: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async -> Void

    /// `sleep` waits as long as it is told by the clock of `now`, or until its task is cancelled. The time that the
    /// machine sleeps counts.
    init(
        now: @escaping @Sendable () -> Duration = SystemClock.sinceBoot,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0, clock: .continuous) }
    ) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The session that a connection has, or a new one, which ends when nobody uses it for `idle`: by `wipe`, as does
    /// one whose connection ends. Also whether the connection has opened none before.
    func open(
        _ connection: UInt64, uid: UInt32, idle: Duration,
        wipe: @escaping @Sendable (SessionKey, SessionEnd) async -> Void
    ) throws(WireError) -> (key: SessionKey, isFirst: Bool) {
        let new = try Self.makeKey(uid)
        let (key, isFirst) = places.withLock { places -> (SessionKey, Bool) in
            let old = places[connection]
            if let old, !old.isOver { return (old.key, false) }
            places[connection] = Place(key: new, idle: IdleTime(limit: idle, at: now()), wipe: wipe)
            return (new, old == nil)
        }
        if key == new { startTimer(of: new, on: connection) }
        return (key, isFirst)
    }

    /// The session that a call of a connection means: by name, or the connection's own, also if it is over, or else
    /// `default`.
    func key(_ connection: UInt64, uid: UInt32, named name: String?) throws(WireError) -> SessionKey {
        let own = own(connection)
        if let own, name == nil || name == own.id { return own }
        return try SessionKey.of(uid, named: name)
    }

    /// The session that a connection has, or had last.
    func own(_ connection: UInt64) -> SessionKey? { places.withLock { $0[connection]?.key } }

    /// Whether the session of that key has not ended; of named ones nobody here knows, and they have not.
    func isOpen(_ key: SessionKey) -> Bool {
        guard key.isEphemeral else { return true }
        return places.withLock { $0.values.contains { $0.key == key && !$0.isOver } }
    }

    /// A call that uses the session begins. One that comes too late, as when the machine has slept, finds it wiped:
    /// whatever ended it, the call waits for that.
    func begin(_ key: SessionKey, on connection: UInt64) async {
        switch look(at: key, on: connection) {
        case .wait: break
        case .isOver(let place):
            place.timer?.cancel()
            await place.wipe(key, .idle)
        case .hasEnded: await awaitWipe(of: key, on: connection)
        }
        places.withLock { places in
            if places[connection]?.key == key { places[connection]?.idle.begin(at: now()) }
        }
    }

    /// A call that used the session has ended.
    func end(_ key: SessionKey, on connection: UInt64) {
        places.withLock { places in
            if places[connection]?.key == key { places[connection]?.idle.end(at: now()) }
        }
    }

    /// A session has ended, whoever ended it.
    func markOver(_ key: SessionKey) {
        guard key.isEphemeral else { return }
        let timer = places.withLock { places -> Task<Void, Never>? in
            guard let connection = places.first(where: { $0.value.key == key })?.key else { return nil }
            places[connection]?.isOver = true
            defer { places[connection]?.timer = nil }
            return places[connection]?.timer
        }
        timer?.cancel()
    }

    /// A connection has ended, and with it the session that it has.
    func connectionEnded(_ connection: UInt64) {
        guard let place = places.withLock({ $0.removeValue(forKey: connection) }), !place.isOver else { return }
        place.timer?.cancel()
        // Ends when nothing of the session is left.
        Task { await place.wipe(place.key, .disconnected) }
    }

    private func startTimer(of key: SessionKey, on connection: UInt64) {
        // Ends with the session, whose end cancels it, or ends the session.
        let timer = Task {
            while true {
                switch self.look(at: key, on: connection) {
                case .wait(let wait): await self.sleep(wait)
                case .isOver(let place): return await place.wipe(key, .idle)
                case .hasEnded: return
                }
            }
        }
        let isKept = places.withLock { places in
            guard places[connection]?.key == key, places[connection]?.isOver == false else { return false }
            places[connection]?.timer = timer
            return true
        }
        if !isKept { timer.cancel() }
    }

    /// Waits until a session that has ended is wiped. Without its place its connection has ended, and nobody waits.
    private func awaitWipe(of key: SessionKey, on connection: UInt64) async {
        guard let place = places.withLock({ $0[connection] }), place.key == key else { return }
        await place.wipe(key, .idle)
    }

    /// Ends a session whose time is over; whoever is told so wipes it.
    private func look(at key: SessionKey, on connection: UInt64) -> Sight {
        places.withLock { places in
            guard let place = places[connection], place.key == key, !place.isOver else { return .hasEnded }
            let wait = place.idle.wait(at: now())
            guard wait == .zero else { return .wait(wait) }
            places[connection]?.isOver = true
            places[connection]?.timer = nil
            return .isOver(place)
        }
    }

    /// 112 random bits: it need not be secret, but nobody shall find it by trying.
    private static func makeKey(_ uid: UInt32) throws(WireError) -> SessionKey {
        guard let bytes = try? SystemRandom.bytes(14),
            let key = SessionKey(uid: uid, ephemeral: "eph-" + Hex.encode(bytes))
        else { throw WireError(.internal, "rpc.internal", "no random numbers") }
        return key
    }
}

extension EphemeralSessions {
    /// The session that a call means, in use as said.
    func key(
        _ context: RPCContext, named name: String?, as use: Use = .call
    ) async throws(WireError) -> SessionKey {
        let connection = context.connectionID
        let key = try self.key(connection, uid: context.peer.uid, named: name)
        guard key.isEphemeral else { return key }
        switch use {
        case .question: break
        case .watch:
            await begin(key, on: connection)
            end(key, on: connection)
        case .call: await self.use(key, context)
        }
        return key
    }

    /// The session of a call's connection, or a new one; in use until the call has ended.
    func open(
        _ context: RPCContext, idle: Duration, wipe: @escaping @Sendable (SessionKey, SessionEnd) async -> Void
    ) async throws(WireError) -> SessionKey {
        let connection = context.connectionID
        let (key, isFirst) = try self.open(connection, uid: context.peer.uid, idle: idle, wipe: wipe)
        // Where the connection has ended meanwhile, so has the session.
        if isFirst { context.onConnectionEnd { self.connectionEnded(connection) } }
        await use(key, context)
        return key
    }

    private func use(_ key: SessionKey, _ context: RPCContext) async {
        let connection = context.connectionID
        context.onEnd { self.end(key, on: connection) }
        await begin(key, on: connection)
    }
}
