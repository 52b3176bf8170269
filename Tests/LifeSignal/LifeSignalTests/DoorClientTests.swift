import Foundation
import LifeSignal
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

/// Tests what programs with doors use: a door that counts as a check-in, and a visitor who comes with a pass.
@Suite("Doors and visits at a spawned daemon", .timeLimit(.minutes(1)))
struct DoorClientTests {
    @Test("door client: a door counts if the person wants it") func doors() async throws {
        let bench = try await SignalBench()
        let backend = BackendService(socketPath: bench.socket)
        #expect(try await backend.doorOpened() == nil, "nobody is signed in")
        try bench.signIn(SignalBench.ada)
        #expect(try await backend.doorOpened() == nil, "doors do not count at first")
        #expect(try await !backend.countsDoors())
        try await backend.setCountsDoors(true)
        #expect(try await backend.countsDoors())
        let person = try #require(try await backend.doorOpened())
        #expect(person.phoneNumber == SignalBench.ada && person.isArmed)
        let rows = try await CheckInClient.live(backend).getCheckInHistory(nil)
        #expect(rows.map(\.source) == [.automatic])
        _ = try bench.client().call(PINSet.self, .init(new: "246810"))
        #expect(try await !backend.countsDoors())
        #expect(try await backend.doorOpened() == nil)
        let barred = try await #require(throws: CheckInError.self) { try await backend.setCountsDoors(true) }
        #expect(barred.text.hasPrefix("while the person has a PIN"), "\(barred)")
        let absent = BackendService(socketPath: bench.directory.file("absent.sock"))
        await #expect(throws: CheckInError.self) { try await absent.doorOpened() }
    }

    @Test("door client: a visitor is signed in on the one connection, and no other takes its place")
    func visits() async throws {
        let bench = try await SignalBench.withDesk()
        try bench.signIn(SignalBench.ben)
        let visit = BackendService(forVisitAt: bench.socket)
        await #expect(throws: AuthError.authenticationError("the pass is not accepted")) {
            try await visit.enter(pass: "ls1.a.b")
        }
        let pass = try bench.pass()
        await #expect(throws: AuthError.self, "only a service for a visit") {
            try await BackendService(socketPath: bench.socket).enter(pass: pass)
        }
        let ada = try await visit.enter(pass: pass)
        #expect(ada.phoneNumber == SignalBench.ada && UserClient.live(visit).currentUserID() == ada.id)
        #expect(try await UserClient.live(visit).currentUser().id == ada.id)
        _ = try await CheckInClient.live(visit).checkIn()
        await visit.endVisit()
        // The user's own session has Ben, whom the visit must never reach.
        await #expect(throws: UserError.authenticationError("the visit is over (sign in first)")) {
            try await UserClient.live(visit).currentUser()
        }
        #expect(
            try await UserClient.live(BackendService(socketPath: bench.socket)).currentUser().phoneNumber
                == SignalBench.ben)
    }
}
