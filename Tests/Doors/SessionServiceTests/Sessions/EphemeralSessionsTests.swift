import DaemonCore
import DaemonKit
import LinuxSupport
import SeamModel
import SessionCore
import TestSupport
import Testing
import Wire

@testable import SessionService

/// The ephemeral sessions of connections. How each session was wiped is recorded. The test sets the clock.
private final class EphemeralFixture: Sendable {
    let time = ManualTime()
    let sessions: EphemeralSessions<SessionEnd>
    private let wiped = Locked<[SessionID: [SessionEnd]]>([:])
    private let wipe: @Sendable (SessionID, SessionEnd) async -> Void

    init() {
        let (time, wiped) = (time, wiped)
        sessions = EphemeralSessions<SessionEnd>(now: { time.now }, sleep: { await time.sleep($0) })
        wipe = { id, end in wiped.withLock { $0[id, default: []].append(end) } }
    }

    func open(_ connection: UInt64, idle: Duration = .seconds(60)) throws -> SessionID {
        try sessions.open(connection, uid: 7, idle: idle, wipe: wipe).id
    }

    func id(_ connection: UInt64, _ name: String? = nil) throws -> SessionID {
        try sessions.id(connection, uid: 7, named: name)
    }

    func ends(of id: SessionID) -> [SessionEnd] { wiped.withLock { $0[id] ?? [] } }

    /// Waits until a task is sleeping, and then advances the clock.
    func pass(_ duration: Duration) async throws {
        let time = time
        try await until("somebody waits") { time.sleeperCount > 0 }
        time.advance(duration)
    }
}

@Suite("Sessions of one connection", .timeLimit(.minutes(1)))
struct EphemeralSessionsTests {
    private let fixture = EphemeralFixture()
    private var sessions: EphemeralSessions<SessionEnd> { fixture.sessions }

    @Test("ephemeral sessions: each connection means its own, and can name no other's")
    func apart() throws {
        let (one, two) = (try fixture.open(1), try fixture.open(2))
        #expect(one != two)
        #expect(try fixture.id(1) == one)
        #expect(try fixture.id(1, one.publicName) == one)
        #expect(try fixture.id(2) == two)
        // For other connections, the session's name is the same as any unused name.
        #expect(try fixture.id(2, one.publicName) == SessionID(uid: 7, name: one.publicName))
        #expect(try fixture.id(3, one.publicName) == SessionID(uid: 7, name: one.publicName))
        #expect(try fixture.id(3) == SessionID(uid: 7, name: "default"))
        #expect(try fixture.id(1, "default") == SessionID(uid: 7, name: "default"))
        #expect(sessions.own(3) == nil)
    }

    @Test("ephemeral sessions: a connection has one at a time, under names that nobody guesses")
    func oneAtATime() throws {
        let first = try fixture.open(1)
        #expect(try fixture.open(1) == first)
        #expect(first.publicName.utf8.count <= 32)
        sessions.markOver(first)
        let names = try (0..<100).map { _ in
            let next = try fixture.open(1)
            sessions.markOver(next)
            return next.publicName
        }
        #expect(Set(names + [first.publicName]).count == 101)
    }

    @Test("ephemeral sessions: a connection whose session is over never falls back on the default session")
    func noFallback() throws {
        let id = try fixture.open(1)
        #expect(sessions.isOpen(id))
        sessions.markOver(id)
        #expect(!sessions.isOpen(id))
        #expect(try fixture.id(1) == id)
        #expect(try fixture.open(1) != id)
    }

    @Test("ephemeral sessions: the end of the connection ends it, once, and leaves nothing")
    func connectionEnd() async throws {
        let (mine, other, over) = (try fixture.open(1), try fixture.open(2), try fixture.open(3))
        sessions.markOver(over)
        for connection in [1, 3, 4] as [UInt64] { sessions.connectionEnded(connection) }
        sessions.connectionEnded(1)
        #expect(!sessions.isOpen(mine))
        #expect(sessions.own(1) == nil)
        #expect(sessions.isOpen(other))
        try await until("wiped") { fixture.ends(of: mine) == [.disconnected] }
        #expect(fixture.ends(of: over).isEmpty, "it had ended")
    }

    @Test("ephemeral sessions: one that nobody uses ends after its own time, and others after theirs")
    func idle() async throws {
        let (short, long) = (try fixture.open(1, idle: .seconds(10)), try fixture.open(2, idle: .seconds(60)))
        try await until("both wait") { fixture.time.sleeperCount == 2 }
        fixture.time.advance(.milliseconds(9_999))
        #expect(sessions.isOpen(short))
        fixture.time.advance(.milliseconds(1))
        try await until("wiped") { fixture.ends(of: short) == [.idle] }
        #expect(!sessions.isOpen(short))
        #expect(sessions.isOpen(long))
        try await fixture.pass(.seconds(50))
        try await until("wiped, too") { fixture.ends(of: long) == [.idle] }
    }

    @Test("ephemeral sessions: a call keeps it, from its begin to its end and for the time after")
    func calls() async throws {
        let id = try fixture.open(1, idle: .seconds(10))
        try await fixture.pass(.seconds(9))
        await sessions.begin(id, on: 1)
        for _ in 0..<10 { try await fixture.pass(.seconds(10)) }
        #expect(sessions.isOpen(id))
        sessions.end(id, on: 1)
        try await fixture.pass(.seconds(9))
        #expect(sessions.isOpen(id))
        try await fixture.pass(.seconds(1))
        try await until("wiped") { fixture.ends(of: id) == [.idle] }
    }

    @Test("ephemeral sessions: a call that comes too late finds it wiped, also where no timer ran meanwhile")
    func tooLate() async throws {
        let (time, wiped) = (ManualTime(), Locked<[SessionEnd]>([]))
        // The timers do not fire, as on a suspended machine.
        let asleep = EphemeralSessions<SessionEnd>(
            now: { time.now }, sleep: { _ in await ManualTime().sleep(.seconds(1)) })
        let id = try asleep.open(1, uid: 7, idle: .seconds(10)) { _, end in wiped.withLock { $0.append(end) } }.id
        time.advance(.seconds(11))
        await asleep.begin(id, on: 1)
        // A timer that was started only at this moment may also have ended the session.
        #expect(wiped.withLock { Set($0) } == [.idle])
        #expect(!asleep.isOpen(id))
        asleep.connectionEnded(1)
        #expect(wiped.withLock { Set($0) } == [.idle])
    }
}
