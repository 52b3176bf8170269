import ConfigurationFiles
import Foundation
import LifeSignal
import SeamCombine
import SeamComponents
import SeamSDK
import SeamWords
import TermCore
import TermUI
import TestSupport
import Wire

@testable import Kiosk

/// Stands in for the daemons. The test decides how and when the daemons answer.
@MainActor final class Reception: KioskDesk {
    @Published var isUp = true
    /// The codes that the screen sent to the daemon.
    private(set) var codes: [String] = []
    fileprivate var asked: CheckedContinuation<any SeamServiceProtocol, any Error>?

    var isThere: AnyPublisher<Bool, Never> { $isUp.eraseToAnyPublisher() }
    /// The administrators' settings.
    @Published var said = SeamKioskNotice()
    var notices: AnyPublisher<SeamKioskNotice, Never> { $said.eraseToAnyPublisher() }
    var findings: [SeamText] { [SeamText("The session daemon answers.")] }

    /// LifeSignal of the next visitor.
    var signal: (any SignalReporting)?

    func begin(_ code: String) async throws(KioskRefusal) -> KioskVisit {
        codes.append(code)
        do {
            let service = try await withCheckedThrowingContinuation { asked = $0 }
            return KioskVisit(service: service, signal: signal)
        } catch let error as KioskRefusal {
            throw error
        } catch {
            throw KioskRefusal(refusal: .notPossible)
        }
    }
}

/// A public screen without daemons.
@MainActor final class KioskStage {
    /// Records the screen's actions apart from its display.
    @MainActor final class Record {
        /// The reasons why visits ended.
        var ends: [KioskState.Reason] = []
        var ways: [KioskStaff.Way] = []
        /// The tones of the terminal.
        var tones: [TerminalTone] = []
        weak var pilot: Pilot?
    }

    let desk = Reception()
    let model: KioskModel
    let pilot: Pilot
    private let gate: KioskGate
    private let record = Record()
    private let folder: TestDirectory
    private static let pin = StaffPIN(digits: "493817")

    var codes: [String] { desk.codes }
    var ends: [KioskState.Reason] { record.ends }
    var ways: [KioskStaff.Way] { record.ways }
    var tones: [TerminalTone] { record.tones }

    init(columns: Int = 80, rows: Int = 25, _ change: (inout KioskConfiguration) -> Void = { _ in }) throws {
        var configuration = try KioskConfiguration.parse(
            Array(#"{"name":"Harbour House","help":"the desk, or call 555 0100"}"#.utf8), name: "kiosk.json")
        change(&configuration)
        let (record, start, folder) = (record, ContinuousClock.now, try TestDirectory())
        self.folder = folder
        let staff = KioskStaff(
            pin: Self.pin, folder: folder.path, end: { record.ways.append($0) }, log: { _ in })
        let hands = KioskHands(
            forget: { record.ends.append($0) }, staff: staff, now: { record.pilot?.now ?? start })
        model = KioskModel(configuration, desk: desk, hands: hands)
        gate = KioskGate(model)
        var environment = EnvironmentValues()
        environment.seamDates = SeamDateText(now: Self.date, calendar: Self.calendar)
        environment.feedback = FeedbackAction { record.tones.append($0) }
        pilot = Pilot(KioskScreen(model), columns: columns, rows: rows, environment: environment, now: start)
        record.pilot = pilot
        pilot.gate = gate
    }

    /// The test's current time, which is a Thursday at 14:02.
    static let date = Date(timeIntervalSince1970: 1_795_615_200 + 86_400 + 120)
    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()

    /// The text on a braille display, which follows the cursor. The text consists of the cursor's row, from the cursor
    /// to the end.
    var read: String {
        let (cursor, rows) = (pilot.cursor, pilot.text.split(separator: "\n", omittingEmptySubsequences: false))
        guard rows.indices.contains(cursor.y) else { return "" }
        return rows[cursor.y].dropFirst(cursor.x).split(separator: " ").joined(separator: " ")
    }

    /// Presses keys at a person's pace, so that the kiosk does not take the keys for a scan.
    func press(_ keys: KeyEvent.Key...) {
        for key in keys {
            if let event = gate.pass(.key(KeyEvent(key)), at: pilot.now) { hand(event) }
            pass(.milliseconds(100))
        }
    }

    /// Types text at a person's pace.
    func type(_ text: String) { for scalar in text.unicodeScalars { press(.character(scalar)) } }

    /// Types text as a scanner does, without an Enter.
    func scan(_ text: String) {
        if let event = gate.pass(.burst(text), at: pilot.now) { hand(event) }
        pass(.zero)
    }

    /// Lets time pass on the screen's clock.
    func pass(_ time: Duration) {
        pilot.advance(by: time)
    }

    private func hand(_ event: InputEvent) {
        guard case .key(let key) = event, let press = KeyPress(key) else { return }
        pilot.press(press.key, modifiers: press.modifiers)
    }

    /// Answers the screen's question about a code. The code belongs to `visitor`, or to nobody if `visitor` is nil.
    func answer(_ visitor: Visitor?, _ refusal: KioskState.Refusal = .code(nil)) async {
        _ = await wait { self.desk.asked != nil }
        if let visitor {
            desk.asked?.resume(returning: visitor)
        } else {
            desk.asked?.resume(throwing: KioskRefusal(refusal: refusal))
        }
        desk.asked = nil
        _ = await wait { self.model.place != .checking }
        // Waits a second, because the list of keys ignores key presses at first.
        pilot.advance(by: visitor == nil ? .zero : .seconds(1))
        pilot.advance(by: .zero)
    }

    /// Lets running tasks continue until `isWanted` returns true. Returns false if that does not happen.
    func wait(until isWanted: () -> Bool) async -> Bool {
        for _ in 0..<10_000 {
            if isWanted() { return true }
            await Task.yield()
            pilot.advance(by: .zero)
        }
        return false
    }
}

/// The session of a visitor who has signed in.
@MainActor final class Visitor: SeamUnlockReporting {
    @Published var credentials: [SeamAccessCredential]
    @Published var isActive = true
    private(set) var opened: [String] = []
    private(set) var cancelled = 0
    private(set) var events = PassthroughSubject<SeamAccessUnlockEvent, Never>()
    private(set) var progress = PassthroughSubject<SeamUnlockProgress, Never>()

    init(_ names: String..., errors: [SeamCredentialError] = [], warnings: [SeamCredentialWarning] = []) {
        credentials = names.map { name in
            SeamAccessCredential(
                id: name.lowercased(), isManaged: true, name: name, location: "Harbour House", expiry: nil,
                cardNumber: nil, code: nil, errors: errors, warnings: warnings)
        }
    }

    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    func initialize(clientSessionToken: String) throws {}
    func activate() async throws {}
    func refresh() async throws -> [SeamAccessCredential] { credentials }
    func deactivate(deintegrate: Bool) async {}

    func unlock(using credentialId: String, timeout: TimeInterval) throws -> AnyPublisher<SeamAccessUnlockEvent, Never>
    { try report(unlocking: credentialId, timeout: timeout).events }

    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport {
        opened.append(credentialId)
        (events, progress) = (PassthroughSubject(), PassthroughSubject())
        return SeamUnlockReport(
            events: events.handleEvents(receiveCancel: { [weak self] in self?.cancelled += 1 }).eraseToAnyPublisher(),
            progress: progress.eraseToAnyPublisher())
    }

    /// Reports the progress of the unlock attempt.
    func tell(_ value: SeamUnlockProgress) { progress.send(value) }

    /// Ends the unlock attempt with `event`.
    func end(_ event: SeamAccessUnlockEvent) {
        events.send(event)
        events.send(completion: .finished)
        progress.send(completion: .finished)
    }
}
