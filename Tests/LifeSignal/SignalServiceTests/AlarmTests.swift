import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalService
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a missed check-in with the real daemon. The test moves the daemon's clock.
@Suite(.timeLimit(.minutes(2))) struct AlarmTests {
    /// A bench on which Ada has just checked in. Ada's profile contains her name.
    private static func checkedIn() async throws -> (SignalBench, SignalPerson) {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let params = UserUpdate.Params(firstName: "Ada", lastName: "Moreno", emergencyNote: "")
        _ = try bench.client().call(UserUpdate.self, params)
        return (bench, try bench.client().call(CheckInRecord.self, .init()))
    }

    private static func messages(_ bench: SignalBench) throws -> [SignalMessage] {
        try bench.administrator().call(OutboxList.self, .init()).elements
    }

    @Test("alarm: who does not check in is reminded then others are told")
    func whoDoesNotCheckInIsRemindedThenOthersAreTold() async throws {
        let (bench, ada) = try await Self.checkedIn()
        #expect(ada.isArmed && ada.status == "active")
        #expect(ada.nextDue == ada.lastCheckIn?.advanced(by: .seconds(86_400)))
        try bench.advance(.seconds(86_400 - 7_200) - .milliseconds(1))
        let client = try bench.client()
        #expect(try client.call(NotificationList.self, .init()).notifications == [], "never early")
        try bench.advance(.milliseconds(1))
        #expect(try client.call(NotificationList.self, .init()).notifications.map(\.type) == ["checkIn"])
        try bench.advance(.seconds(7_200 + 300) - .milliseconds(1))
        #expect(try Self.messages(bench) == [] && client.call(AlertGet.self, .init()).alert == nil, "never early")
        try bench.advance(.milliseconds(1))
        let told = try Self.messages(bench)
        #expect(told.count == 1 && told[0].kind == "alert")
        #expect(told[0].text.hasPrefix("Ada Moreno has not checked in since 2026-01-01 00:00 UTC. "), "\(told[0].text)")
        let alert = try #require(try client.call(AlertGet.self, .init()).alert)
        #expect(alert.kind == "overdue" && alert.id == told[0].alert)
        #expect(try client.call(UserGet.self, .init()).status == "nonResponsive")

        // The alarm continues until Ada checks in, and then there is an all-clear.
        try bench.advance(.seconds(180))
        try bench.advance(.seconds(300))
        #expect(try Self.messages(bench).count == 3)
        _ = try client.call(CheckInRecord.self, .init())
        #expect(try Self.messages(bench)[0].text.hasPrefix("Ada Moreno has checked in. "))
        let past = try client.call(AlertList.self, .init()).alerts
        #expect(past.map(\.status) == ["resolved"] && past[0].resolution == "lateCheckIn")
        #expect(try client.call(CheckInList.self, .init()).checkIns.count == 2)
        try bench.advance(.seconds(7_200))
        #expect(try Self.messages(bench).count == 4, "no more")
    }

    @Test("alarm: who calls for help does not wait") func whoCallsForHelpDoesNotWait() async throws {
        let (bench, _) = try await Self.checkedIn()
        let client = try bench.client()
        let alert = try client.call(AlertActivate.self, .init())
        #expect(try Self.messages(bench).map(\.text).allSatisfy { $0.hasPrefix("Ada Moreno calls for help, ") })
        #expect(try client.call(AlertActivate.self, .init()).id == alert.id && Self.messages(bench).count == 2)
        try bench.advance(.seconds(61))
        _ = try client.call(CheckInRecord.self, .init())
        #expect(try client.call(AlertGet.self, .init()).alert?.id == alert.id, "a check-in does not end it")
        _ = try client.call(AlertDeactivate.self, .init())
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        #expect(try Self.messages(bench)[0].kind == "all_clear")
        _ = try client.call(AlertDeactivate.self, .init())
        #expect(try Self.messages(bench).count == 3, "without an alarm it changes nothing")
    }

    /// The daemon is killed before or after it stores a due alarm. No alarm is missed, and nobody is told twice.
    @Test("alarm: a kill loses nothing", arguments: [Failpoint.passBegins, .alarmStored])
    func aKillLosesNothing(_ failpoint: Failpoint) async throws {
        let (bench, _) = try await Self.checkedIn()
        // A virtual clock starts again with each process. The new start time means that the machine was off for a day
        // and ten minutes.
        bench.daemon.signal(SIGKILL)
        _ = try await bench.daemon.awaitExit()
        let late = ["--virtual-clock-start", "90000000"]
        #expect(try await bench.run(arguments: late + ["--failpoint", failpoint.rawValue]) == 128 + SIGKILL)
        try await bench.restart(arguments: late)
        let messages = try Self.messages(bench)
        #expect(messages.count == 1 && messages[0].kind == "alert")
        try bench.advance(.seconds(10))
        #expect(try Self.messages(bench).count == 1)
    }

    @Test("alarm: a check in that was answered is there") func aCheckInThatWasAnsweredIsThere() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        for _ in 0..<5 {
            let at = try bench.client().call(CheckInRecord.self, .init()).lastCheckIn
            try await bench.restart()
            #expect(try bench.client().call(UserGet.self, .init()).lastCheckIn == at)
        }
        #expect(try bench.client().call(CheckInList.self, .init()).checkIns.count == 1, "within a minute it is one")
    }

    @Test("alarm: intervals have their range") func intervalsHaveTheirRange() async throws {
        let (bench, ada) = try await Self.checkedIn()
        let client = try bench.client()
        for (params, wanted) in [
            (CheckInSet.Params(interval: .seconds(299)), "signal.interval_range"),
            (.init(grace: .seconds(3_601)), "signal.interval_range"),
            (.init(interval: .seconds(3_600), reminder: .seconds(3_600)), "signal.reminder_range"),
        ] {
            #expect(reason { _ = try client.call(CheckInSet.self, params) } == wanted)
        }
        // A later deadline takes effect at the next check-in, but a nearer deadline takes effect immediately.
        let week = try client.call(CheckInSet.self, .init(interval: .seconds(604_800)))
        #expect(week.nextDue == ada.nextDue && week.checkInInterval == .seconds(86_400))
        let short = try client.call(CheckInSet.self, .init(interval: .seconds(3_600)))
        #expect(short.nextDue == ada.lastCheckIn?.advanced(by: .seconds(3_600)))
        #expect(try client.call(CheckInSet.self, .init()) == short, "nothing is asked for")
        #expect(short.reminderInterval == .seconds(1_800))
    }

    /// After a session has signed out, it reveals nothing more about its person, whatever the order of the calls is.
    @Test("alarm: signing out ends what is followed") func signingOutEndsWhatIsFollowed() async throws {
        let bench = try await SignalBench()
        for _ in 0..<5 {
            let kiosk = try UnixConnection(bench.socket)
            try kiosk.send(#"{"type":"hello","proto":[1],"client":{"name":"t","version":"1"}}"# + "\n")
            try kiosk.send(
                #"{"type":"call","id":1,"method":"auth.sign_in","params":{"phone":"\#(SignalBench.ada)","ephemeral":true}}"#
                    + "\n")
            var line = try kiosk.line()
            while !line.contains(#""id":1"#) { line = try kiosk.line() }
            let session = try JSON(parsing: line.utf8)["result"]?["session"]?.stringValue ?? ""
            let code = try bench.code(SignalBench.ada, session: session)
            try kiosk.send(#"{"type":"call","id":2,"method":"auth.verify","params":{"code":"\#(code)"}}"# + "\n")
            while !line.contains(#""id":2"#) { line = try kiosk.line() }
            let streams = ["user", "alert", "notification"].enumerated()
                .map { #"{"type":"call","id":\#($0.offset + 3),"method":"\#($0.element).watch"}"# }
            try kiosk.send(
                (streams + [#"{"type":"call","id":6,"method":"auth.sign_out"}"#]).joined(separator: "\n") + "\n")
            // Each stream ends either with a reply, or with an item that is its last.
            var open: Set = ["3", "4", "5", "6"]
            while !open.isEmpty {
                let message = try JSON(parsing: try kiosk.line().utf8)
                if message["type"] == "reply", let id = message["id"]?.integerValue { open.remove("\(id)") }
            }
            try bench.advance(.seconds(3_600))
        }
    }

    @Test("alarm: an alarm is streamed to the person and to the operator")
    func anAlarmIsStreamedToThePersonAndToTheOperator() async throws {
        let (bench, _) = try await Self.checkedIn()
        var kinds: [String] = []
        let (watcher, other) = (try bench.client(), try bench.client())
        _ = try? watcher.stream(AlertWatch.self, .init()) { item, _ in
            if case .snapshot(let alarm) = item { kinds.append(alarm.alert?.kind ?? "none") }
            if case .alert(let alarm) = item { kinds.append(alarm.alert?.kind ?? "none") }
            switch kinds.count {
            case 1: _ = try? other.call(AlertActivate.self, .init())
            case 2: _ = try? other.call(AlertDeactivate.self, .init())
            default: return .cancel
            }
            return .more
        }
        #expect(kinds == ["none", "manual", "none"])
        let operators = try ChildProcess(
            try Products.executable("seam"), ["signal", "outbox", "--watch"],
            environment: ["LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket])
        // If a press comes before `seam` follows the outbox, `seam` does not report it. The test therefore presses the
        // button until `seam` reports a press.
        for _ in 0..<20 where !operators.output.contains("calls for help") {
            _ = try other.call(AlertActivate.self, .init())
            try? await operators.awaitOutput("calls for help", limit: .milliseconds(500))
        }
        #expect(operators.output.contains("Ada Moreno calls for help"))
    }

    /// Nobody else's session sees anything of the alarm.
    @Test("alarm: an alarm is its persons") func anAlarmIsItsPersons() async throws {
        let (bench, _) = try await Self.checkedIn()
        try bench.signIn(SignalBench.ben, session: "ben")
        let client = try bench.client()
        _ = try client.call(AlertActivate.self, .init())
        let ben = SignalListParams(session: "ben")
        #expect(try client.call(AlertGet.self, .init(session: "ben")).alert == nil)
        #expect(try client.call(AlertList.self, ben).alerts == [])
        #expect(try client.call(NotificationList.self, ben).notifications == [])
        #expect(try client.call(CheckInList.self, ben).checkIns == [])
        let nobody = SignalListParams(session: "nobody")
        #expect(reason { _ = try client.call(AlertList.self, nobody) } == "signal.not_signed_in")
        #expect(reason { _ = try client.call(OutboxList.self, .init()) } == "rpc.method_not_permitted")
    }
}
