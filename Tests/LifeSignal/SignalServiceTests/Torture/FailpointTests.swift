import Glibc
import RPC
import SignalAPI
import SignalService
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Ends the daemon at each point at which a crash would do harm (promises P2, P3 and P4 of LifeSignal). No alarm is
/// missed, and stored data is kept even if the daemon had not reported it to anybody.
@Suite(.timeLimit(.minutes(2))) struct FailpointTests {
    @Test("failpoint: a crash at any point misses nobody") func aCrashAtAnyPointMissesNobody() async throws {
        let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        let bench = try await SignalBench(configuration: PlayedSender.configuration)
        var crowd = try Crowd([-500, -300, -100, 61, 240, 420], from: start, on: bench)
        for point in Failpoint.allCases {
            let crash = crowd.arguments + ["--failpoint", point.rawValue]
            switch point {
            case .passBegins, .alarmStored:
                bench.daemon.signal(SIGKILL)
                _ = try await bench.daemon.awaitExit()
                #expect(try await bench.run(arguments: crash) == 128 + SIGKILL)
            default:
                try await bench.restart(arguments: crash)
                #expect(throws: (any Error).self, "\(point)") { try Self.reach(point, bench) }
                #expect(try await bench.daemon.awaitExit() == 128 + SIGKILL, "\(point)")
            }
            crowd.elapse(.seconds(70))
            try await bench.restart(arguments: crowd.arguments)
            try Self.expect(point, bench, &crowd)
            try crowd.check("after \(point)")
            try crowd.pass(.seconds(30))
            try crowd.check("later after \(point)")
        }
        print("signal: P4 \(Failpoint.allCases.count) failpoints: 0 missed, 0 early, 0 twice, nothing stored is lost")
    }

    /// Makes the calls that lead the daemon to the failpoint.
    private static func reach(_ point: Failpoint, _ bench: SignalBench) throws {
        let client = try bench.client()
        switch point {
        case .passBegins, .alarmStored: throw TestFailure("every start reaches it")
        case .signInStored: _ = try client.call(AuthSignIn.self, .init(session: "new", phone: SignalBench.ada))
        case .verifyStored:
            let code = try bench.code(SignalBench.ada, session: "new")
            _ = try client.call(AuthVerify.self, .init(session: "new", code: code))
        case .eventStored: _ = try client.call(CheckInRecord.self, .init(session: "p0"))
        case .claimStored: try PlayedSender(bench).claim { _ in true }
        case .reportStored:
            let sender = try PlayedSender(bench)
            var claimed: SignalDelivery?
            try sender.claim(slots: 1) { delivery in
                claimed = delivery
                return true
            }
            try sender.report(try #require(claimed))
        case .changeStored:
            let name = UserUpdate.Params(session: "p0", firstName: "Ada", lastName: "Moreno", emergencyNote: "")
            _ = try client.call(UserUpdate.self, name)
        }
    }

    /// Expects that the rows stored before the crash still exist.
    private static func expect(_ point: Failpoint, _ bench: SignalBench, _ crowd: inout Crowd) throws {
        let client = try bench.client()
        switch point {
        case .passBegins, .alarmStored: break
        case .signInStored: #expect(try bench.code(SignalBench.ada, session: "new").count == 6)
        case .verifyStored: #expect(try client.call(AuthGet.self, .init(session: "new")).person != nil)
        case .eventStored:
            let person = try client.call(UserGet.self, .init(session: "p0"))
            let at = try #require(person.lastCheckIn)
            #expect(at.duration(to: crowd.now) <= .seconds(71), "the check-in is there")
            crowd.checkedIn("p0", nextDue: try #require(person.nextDue), isLate: false)
        case .claimStored:
            // If a delivery was claimed but not reported, the daemon gives it out again and marks it as a repeat.
            let reporting = try PlayedSender(bench)
            var isRepeat = false
            try PlayedSender(bench).claim { delivery in
                isRepeat = delivery.isRepeat
                if !isRepeat { try reporting.report(delivery) }
                return isRepeat
            }
            #expect(isRepeat)
        case .reportStored:
            #expect(
                try bench.administrator().call(DeliveryList.self, .init()).elements.contains { $0.state == "handed" })
        case .changeStored: #expect(try client.call(UserGet.self, .init(session: "p0")).firstName == "Ada")
        }
    }
}
