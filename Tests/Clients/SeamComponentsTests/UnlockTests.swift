import Foundation
import LumiKitCore
import SeamComponents
import TermCore
import TermUI
import TestSupport
import Testing

@MainActor @Suite("The unlock card") struct UnlockTests {
    private static let key = SeamFixtures.credential()

    private static func card(
        _ service: any SeamServiceProtocol, id: String = "front", columns: Int = 80, rows: Int = 24
    ) -> (SeamUnlockCardViewModel, Pilot) {
        let model = SeamUnlockCardViewModel(credentialId: id, service: service)
        let pilot = Pilot(SeamUnlockCardView(viewModel: model), columns: columns, rows: rows)
        pilot.advance(by: .milliseconds(200))
        return (model, pilot)
    }

    /// A program's own code for handling unlock events.
    private func note(
        _ publisher: AnyPublisher<SeamAccessUnlockEvent, Never>, _ told: @escaping (String) -> Void
    ) -> AnyCancellable {
        publisher.sink { event in
            switch event {
            case .launched: told("begun")
            case .grantedAccess: told("open")
            case .timedOut: told("late")
            case .connectionFailed: told("failed")
            }
        }
    }

    @Test(
        "unlock: the seeds' services, played to every end",
        arguments: [
            ([SeamAccessUnlockEvent.launched, .grantedAccess], "open", "Open"),
            ([.launched, .timedOut], "late", "No answer"),
            ([.launched, .connectionFailed(debugDescription: "ATT 0x0e")], "failed", "Not opened"),
            ([.launched], "begun", "Look at the door"), ([], "", "Look at the door"),
        ])
    func plain(events: [SeamAccessUnlockEvent], told: String, title: String) throws {
        let service = PlainService(playing: events)
        var last = ""
        let following = note(try service.unlock(using: "front", timeout: 10)) { last = $0 }
        #expect(last == told)
        following.cancel()
        let (model, pilot) = Self.card(service)
        #expect(pilot.shows("Ready to open") && model.state == .idle)
        pilot.press(.return)
        #expect(pilot.shows(title) && !pilot.shows("ATT 0x0e"))
        // The card offers another try only if that try cannot open the door a second time.
        #expect(pilot.shows("Try again") == (told == "late"))
        pilot.press(.return)
        #expect(service.unlocks == 2)
    }

    @Test("unlock: what an earlier attempt still says changes nothing in the one that is under way")
    func lateWord() throws {
        let service = SlowService()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        service.attempts[0].send(.timedOut)
        pilot.advance(by: .zero)
        pilot.advance(by: .seconds(1))
        #expect(pilot.shows("No answer") && pilot.shows("Try again"), "\(pilot.text)")
        pilot.press(.return)
        try #require(service.attempts.count == 2 && model.isUnlocking)
        service.attempts[0].send(.grantedAccess)
        service.attempts[0].send(completion: .finished)
        pilot.advance(by: .milliseconds(250))
        #expect(model.isUnlocking && !pilot.shows("Open"), "\(pilot.text)")
        service.attempts[1].send(.grantedAccess)
        #expect(model.state == .success)
    }

    @Test("unlock: steps, time left, and success, which closes after three seconds")
    func success() {
        let service = TestService()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        #expect(model.isUnlocking && pilot.shows("> 1 Finding the lock") && pilot.shows("10 s left"))
        // Holding Enter down neither starts a second attempt nor cancels the first.
        pilot.press(.return, .return, .space)
        #expect(service.unlocks == ["front"] && model.isUnlocking)
        pilot.advance(by: .milliseconds(3100))
        #expect(pilot.shows("7 s left"))
        service.progress.send(SeamUnlockProgress(phase: .connecting))
        pilot.advance(by: .milliseconds(250))
        #expect(pilot.shows("> 2 Connecting to the lock") && pilot.shows("Finding the lock done"))
        #expect(pilot.tells("Connecting to the lock, under way") && pilot.tells("Finding the lock, done"))
        service.progress.send(SeamUnlockProgress(phase: .operating))
        service.end(.grantedAccess, SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        pilot.advance(by: .milliseconds(2900))
        #expect(model.state == .success && pilot.shows("The lock reports that it opened."))
        pilot.advance(by: .milliseconds(200))
        #expect(model.state == .idle && pilot.shows("Ready to open"))
    }

    @Test("A page at which the person must authorize: words, code, address; the time stands still meanwhile")
    func authorization() throws {
        let service = TestService()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        pilot.advance(by: .milliseconds(3100))
        let page = try #require(URL(string: "https://otp.example/8F2K"))
        let authorization = SeamUnlockProgress.Authorization(
            page: page, text: "A message has brought you the code.", until: Date(timeIntervalSinceNow: 60))
        service.progress.send(SeamUnlockProgress(phase: .authenticating, authorization: authorization))
        pilot.advance(by: .milliseconds(250))
        #expect(pilot.shows("Enter the code on this page. The door opens when you have done so."))
        #expect(pilot.shows("A message has brought you the code.") && pilot.shows("https://otp.example/8F2K"))
        #expect(!pilot.shows("Connecting to the lock"))
        pilot.advance(by: .seconds(30))
        #expect(model.isUnlocking && pilot.shows("30 s left"))
        service.progress.send(SeamUnlockProgress(phase: .authenticating))
        pilot.advance(by: .milliseconds(250))
        #expect(pilot.shows("7 s left") && !pilot.shows("otp.example"))
        service.progress.send(SeamUnlockProgress(phase: .operating))
        service.end(.grantedAccess, SeamUnlockProgress(phase: .operating, confirmation: .confirmed))
        pilot.advance(by: .zero)
        #expect(model.state == .success)
    }

    @Test("unlock: Esc cancels until the lock is told to open; by mouse and in lines, too")
    func cancel() {
        let service = TestService()
        let (model, pilot) = Self.card(service)
        let ways: [() -> Void] = [
            { pilot.press(.escape) }, { pilot.click("cancel") }, { #expect(pilot.plain.perform(".") == .done) },
        ]
        for way in ways {
            pilot.advance(by: .milliseconds(200))
            pilot.click("[ Open")
            let before = service.cancels
            way()
            pilot.advance(by: .zero)
            #expect(service.cancels == before + 1 && pilot.shows("Cancelling"))
            service.end(nil)
            pilot.advance(by: .zero)
            #expect(model.state == .idle && pilot.shows("Cancelled. Nothing was opened."))
        }
        pilot.advance(by: .milliseconds(200))
        pilot.click("[ Open")
        service.progress.send(SeamUnlockProgress(phase: .operating))
        pilot.advance(by: .zero)
        pilot.press(.escape)
        #expect(service.cancels == 3 && pilot.shows("Too late to cancel") && model.isUnlocking)
        service.end(.timedOut, SeamUnlockProgress(phase: .operating, mayHaveOpened: true))
        pilot.advance(by: .zero)
        #expect(model.state == .unknown && pilot.shows("Look at the door"))
    }

    @Test("unlock: a service that only sends events is cancelled at once, and says nothing of the door")
    func plainCancel() {
        let service = Hanging()
        let (model, pilot) = Self.card(service)
        pilot.press(.return, .escape)
        #expect(
            service.cancels == 1 && model.state == .idle && pilot.shows("Cancelled.") && !pilot.shows("Nothing was"))
    }

    /// A service whose attempts end only when they are cancelled.
    private final class Hanging: SeamServiceProtocol {
        @Published private(set) var credentials = [SeamFixtures.credential()]
        @Published private(set) var isActive = true
        private(set) var cancels = 0
        private let subject = PassthroughSubject<SeamAccessUnlockEvent, Never>()
        var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
        var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }
        func initialize(clientSessionToken: String) throws {}
        func activate() async throws {}
        @discardableResult func refresh() async throws -> [SeamAccessCredential] { credentials }
        func unlock(
            using credentialId: String, timeout: TimeInterval
        ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
            subject.handleEvents(receiveCancel: { [weak self] in self?.cancels += 1 }).eraseToAnyPublisher()
        }
        func deactivate(deintegrate: Bool) async {}
    }

    @Test("An attempt of which nothing is heard is given up: nobody knows what the door did")
    func silence() {
        let service = Hanging()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        pilot.advance(by: .seconds(14))
        #expect(model.isUnlocking && pilot.shows(" 0 s left"))
        pilot.advance(by: .seconds(1))
        #expect(model.state == .unknown && service.cancels == 1 && !pilot.shows("Try again"))
    }

    @Test("unlock: leaving the card, or dropping its model, cancels")
    func leaving() {
        let service = TestService()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        pilot.close()
        #expect(service.cancels == 1 && model.state == .idle)
        var dropped: SeamUnlockCardViewModel? = SeamUnlockCardViewModel(credentialId: "front", service: service)
        dropped?.startUnlock()
        weak let gone = dropped
        dropped = nil
        #expect(gone == nil && service.cancels == 2)
    }

    @Test("Trying again: the focus is there, and a key that is held down does not")
    func retry() {
        let service = TestService()
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        service.end(.timedOut)
        pilot.advance(by: .zero)
        #expect(model.state == .timedOut && pilot.shows("The lock did not answer in time"))
        for _ in 0..<20 {
            pilot.press(.return)
            pilot.advance(by: .milliseconds(30))
        }
        #expect(service.unlocks.count == 1)
        pilot.advance(by: .seconds(1))
        pilot.press(.return)
        #expect(service.unlocks.count == 2 && model.isUnlocking)
        service.end(.timedOut)
        pilot.advance(by: .zero)
        pilot.advance(by: .seconds(1))
        pilot.choose("Try again")
        #expect(service.unlocks.count == 3)
        service.end(.timedOut)
        pilot.advance(by: .zero)
        pilot.advance(by: .seconds(1))
        pilot.click("Try again")
        #expect(service.unlocks.count == 4)
    }

    @Test("unlock: only where nothing can have happened may one try again")
    func effects() {
        let ends: [(SeamAccessUnlockEvent?, SeamUnlockProgress, Bool, String)] = [
            (.timedOut, SeamUnlockProgress(), true, "No answer"),
            (.timedOut, SeamUnlockProgress(mayHaveOpened: true), false, "Look at the door"),
            (.connectionFailed(debugDescription: "x"), SeamUnlockProgress(), true, "Not opened"),
            (
                .connectionFailed(debugDescription: "x"), SeamUnlockProgress(mayHaveOpened: true), false,
                "Look at the door"
            ),
            (.connectionFailed(debugDescription: "x"), SeamUnlockProgress(wasCalledOff: true), true, "Not now"),
            (nil, SeamUnlockProgress(), false, "Look at the door"),
            (.timedOut, SeamUnlockProgress(confirmation: .commanded), false, "Open"),
        ]
        for (event, known, again, title) in ends {
            let service = TestService()
            let (model, pilot) = Self.card(service)
            pilot.press(.return)
            service.end(event, known)
            pilot.advance(by: .milliseconds(1500))
            #expect(pilot.shows(title) && pilot.shows("Try again") == again, "\(String(describing: event)) \(known)")
            model.startUnlock()
            #expect((service.unlocks.count == 2) == again)
        }
    }

    @Test("unlock: what engineers want to know is in the log, and not on the screen")
    func log() {
        LMKLogger.enableLogStore()
        let service = TestService()
        let (_, pilot) = Self.card(service)
        pilot.press(.return)
        service.end(.connectionFailed(debugDescription: "GATT\u{1b}[31m timeout 0x85"))
        pilot.advance(by: .zero)
        #expect(pilot.shows("Not opened") && !pilot.shows("0x85"))
        let logged = LMKLogger.logStore?.entries.map(\.message).filter { $0.contains("timeout 0x85") } ?? []
        #expect(logged.count == 1 && logged.allSatisfy { !$0.contains("\u{1b}") })
    }

    @Test("unlock: a key with errors is not tried; its first error is told with what helps")
    func preflight() {
        for error in SeamFixtures.errors {
            let service = TestService([SeamFixtures.credential(errors: [error, .unknown])])
            let (model, pilot) = Self.card(service, columns: 100, rows: 50)
            let style = SeamAccessCredentialErrorStyle.default
            #expect(model.state == .error(error) && pilot.shows(style.title(error)) && !pilot.shows("Ready"))
            model.startUnlock()
            #expect(service.unlocks.isEmpty && model.errors == [error, .unknown])
            guard let title = style.primaryActionTitle(error) else { continue }
            pilot.choose(title)
            #expect(pilot.hasWayBack && pilot.shows("This closes by itself"))
            // Once the person has entered the code, the page closes and the door can be opened.
            service.credentials = [Self.key]
            pilot.advance(by: .zero)
            #expect(!pilot.hasWayBack && pilot.shows("Ready to open"))
            pilot.close()
        }
    }

    @Test("What the service throws is told: errors of the key, refusals, and silence")
    func refusals() {
        let service = TestService()
        service.refusal = SeamError.credentialErrors([.userInteractionRequired(.enableBluetooth), .unknown])
        let (model, pilot) = Self.card(service)
        pilot.press(.return)
        #expect(model.state == .error(.userInteractionRequired(.enableBluetooth)) && pilot.shows("Bluetooth is off"))
        #expect(pilot.shows("How to switch it on"))
        service.credentials[0] = SeamFixtures.credential(location: "Elsewhere")
        pilot.advance(by: .zero)
        for (error, words, again) in [
            (SeamError.integrationNotFound as any Error, "This machine has no provider for this kind of lock", true),
            (
                SeamSystemError(reason: SeamSystemError.unreachable, message: "nobody is there"), "Nobody is there.",
                true
            ),
            (SeamSystemError(reason: SeamSystemError.noReply, message: "silence"), "Look at the door", false),
            (CancellationError(), "This cannot be done now.", true),
        ] {
            service.refusal = error
            model.reset()
            model.startUnlock()
            pilot.advance(by: .zero)
            #expect(pilot.shows(words) && pilot.shows("Try again") == again, "\(words)")
        }
        #expect(service.unlocks.isEmpty)
        let (missing, gone) = Self.card(service, id: "nothing")
        #expect(gone.shows("There is no such key in this session.") && !gone.shows("Try again"))
        missing.startUnlock()
        #expect(!missing.isUnlocking)
    }

    @Test("unlock: hostile names, in any room and on any terminal")
    func hostile() {
        for (place, text) in HostileText.sampled.enumerated() {
            let service = TestService([SeamFixtures.credential(id: text, name: text, location: text, code: text)])
            let (room, values) = (rooms[place % rooms.count], terminals[place % terminals.count])
            let model = SeamUnlockCardViewModel(credentialId: text, service: service)
            let pilot = Pilot(
                SeamUnlockCardView(viewModel: model), columns: room.0, rows: room.1, environment: values)
            model.startUnlock()
            pilot.advance(by: .milliseconds(300))
            #expect(pilot.dangers.isEmpty && model.isUnlocking)
            service.end(.connectionFailed(debugDescription: text))
            pilot.advance(by: .zero)
            #expect(pilot.dangers.isEmpty && !pilot.told.isEmpty)
            #expect(!pilot.told.contains { $0.unicodeScalars.contains(where: HostileText.isDangerous) })
        }
    }
}
