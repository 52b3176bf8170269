import SeamComponents
import TermCore
import TermUI
import Testing

@testable import TerminalClient

/// Tests that an unused login ends after a warning. The tests use virtual time.
@MainActor @Suite struct LoginIdleTests {
    /// A login without daemons and without sshd.
    @MainActor private final class Stage {
        @MainActor private final class Record {
            weak var pilot: Pilot?
            var statuses: [CInt] = []
        }

        let desk = Desk().live()
        let idle: LoginIdle
        let pilot: Pilot
        private let gate: LoginGate
        private let record = Record()

        /// The exit statuses with which the program ended.
        var ended: [CInt] { record.statuses }

        init(columns: Int = 80, rows: Int = 24) {
            let (record, start, desk) = (record, ContinuousClock.now, desk)
            let idle = LoginIdle { record.pilot?.now ?? start }
            (self.idle, gate) = (idle, LoginGate(idle))
            var environment = EnvironmentValues()
            environment.seamDates = SeamDateText(now: Desk.date, calendar: Desk.calendar)
            environment.exit = RunLoopHost.Exit { record.statuses.append($0) }
            let screen = LoginScreen(idle) { AccessScreen(service: desk, isLogin: true) }
            pilot = Pilot(screen, columns: columns, rows: rows, environment: environment, now: start)
            record.pilot = pilot
        }

        /// Presses a key, and returns whether the screen's views receive the key.
        @discardableResult func press(_ key: KeyEvent.Key, _ modifiers: KeyEvent.Modifiers = []) -> Bool {
            let passed = gate.pass(.key(KeyEvent(key, modifiers)), at: pilot.now)
            if case .key(let event) = passed {
                if let press = KeyPress(event) { pilot.press(press.key, modifiers: press.modifiers) }
            }
            pilot.advance(by: .zero)
            return passed != nil
        }
    }

    private static let words = "Ends by itself in"

    @Test("idle: nine minutes, a warning, and after ten the end")
    func theEnd() {
        let stage = Stage()
        stage.pilot.advance(by: .seconds(539))
        #expect(!stage.pilot.shows(Self.words) && stage.ended == [])
        stage.pilot.advance(by: .seconds(1))
        #expect(stage.pilot.shows("Ends by itself in 60 s. Press any key to stay."), "\(stage.pilot.text)")
        stage.pilot.advance(by: .seconds(41))
        #expect(stage.pilot.shows("\(Self.words) 19 s"), "\(stage.pilot.text)")
        stage.pilot.advance(by: .seconds(18))
        #expect(stage.ended == [])
        stage.pilot.advance(by: .seconds(1))
        #expect(stage.ended == [0])
    }

    @Test("idle: a key puts the end off, as often as one likes, and does nothing else then")
    func staying() {
        let stage = Stage()
        for _ in 0..<20 {
            stage.pilot.advance(by: .seconds(570))
            #expect(stage.pilot.shows(Self.words))
            #expect(!stage.press(.enter))
            #expect(!stage.pilot.shows(Self.words) && stage.desk.opened == [] && stage.ended == [])
        }
        stage.pilot.advance(by: .seconds(500))
        #expect(stage.press(.down), "nothing is used up before a warning")
        stage.pilot.advance(by: .seconds(500))
        #expect(!stage.pilot.shows(Self.words))
        stage.pilot.advance(by: .seconds(100))
        #expect(stage.ended == [0])
    }

    @Test("idle: the warning stands in front of a page, also where it is small")
    func inFront() {
        for (columns, rows) in [(80, 24), (40, 8)] {
            let stage = Stage(columns: columns, rows: rows)
            stage.press(.character("?"))
            #expect(stage.pilot.shows("arrows, j k"))
            stage.pilot.advance(by: .seconds(540))
            #expect(stage.pilot.shows(Self.words), "\(stage.pilot.text)")
            stage.press(.escape)
            #expect(stage.pilot.shows("arrows, j k") && !stage.pilot.shows(Self.words))
        }
    }

    @Test("idle: in lines the warning is said once, and any line stays")
    func inLines() {
        let stage = Stage()
        stage.pilot.advance(by: .seconds(540))
        let told = stage.pilot.plain.lines.map(\.description)
        #expect(told.contains { $0.contains("Ends by itself in 60 s. Press Enter.") }, "\(told)")
        stage.pilot.advance(by: .seconds(30))
        #expect(stage.pilot.plain.lines.map(\.description) == told)
        #expect(stage.idle.touched())
        stage.pilot.advance(by: .zero)
        #expect(stage.pilot.plain.lines.contains { $0.description.contains("Front Door") })
        #expect(!stage.idle.touched(), "the next line is a line")
    }

    @Test("login: Ctrl-Z does nothing, Ctrl-C ends also while a warning is there, and help has no shell")
    func keys() {
        let stage = Stage()
        #expect(!stage.press(.character("z"), .control))
        stage.pilot.advance(by: .seconds(540))
        #expect(stage.press(.character("c"), .control))
        stage.press(.character("?"))
        #expect(stage.pilot.shows("Ctrl-L") && !stage.pilot.shows("Ctrl-Z"))
    }

    @Test("login: a path is no token's file")
    func paths() async {
        let desk = Desk()
        desk.show(SeamConnectivity(radio: .ready))
        let pilot = Pilot(AccessScreen(service: desk, isLogin: true))
        #expect(pilot.shows("Nobody is signed in.") && !pilot.shows("path of its file"), "\(pilot.text)")
        pilot.type("/etc/hostname")
        pilot.press(.return)
        #expect(await pilot.wait { desk.isAsked })
        #expect(desk.tokens == ["/etc/hostname"], "it is given as it is, and refused as no token")
    }
}
