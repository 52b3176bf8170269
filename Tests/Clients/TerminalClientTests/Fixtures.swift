import Foundation
import OpenCombine
import SeamSDK
import TermCore
import TermUI

@testable import TerminalClient

/// A model without a daemon: the test decides what happens to it, and when.
@MainActor final class Desk {
    let model: KeysModel
    /// The events of the attempt that began last.
    var events: PassthroughSubject<SeamAccessUnlockEvent, Never> { inner.events }
    var progress: PassthroughSubject<SeamUnlockProgress, Never> { inner.progress }
    private let inner: Inner

    /// What the model asked for.
    @MainActor final class Inner {
        var events = PassthroughSubject<SeamAccessUnlockEvent, Never>()
        var progress = PassthroughSubject<SeamUnlockProgress, Never>()
        var later: [(at: Duration, action: () -> Void)] = []
        var passed = Duration.zero
        var opened: [String] = []
        var cancelled = 0
        var refusal: (any Error)?
        var refreshed: [@MainActor (String?) -> Void] = []
        var tokens: [String] = []
        var files: [String: String] = [:]
        var read: [SeamAccessCredential] = []
        var signingIn: [@MainActor (String?) -> Void] = []
        var revealing: [(String, @MainActor (Answer<SeamRevealedCredential>) -> Void)] = []
        let journal = PassthroughSubject<Answer<[SeamUnlockRecord]>, Never>()
    }

    /// A Wednesday, at 14:00.
    static let date = Date(timeIntervalSince1970: 1_795_615_200)
    static let start = ContinuousClock.now

    init() {
        let inner = Inner()
        self.inner = inner
        model = KeysModel(
            KeysModel.Actions(
                surroundings: Surroundings(
                    dates: {
                        DateText(now: Self.date + inner.passed / .seconds(1), calendar: DateTextTests.calendar)
                    },
                    clock: { Self.start + inner.passed },
                    after: { inner.later.append((inner.passed + $0, $1)) }),
                open: { id in
                    if let refusal = inner.refusal { throw refusal }
                    inner.opened.append(id)
                    (inner.events, inner.progress) = (PassthroughSubject(), PassthroughSubject())
                    return Opening.Told(
                        events: inner.events.handleEvents(receiveCancel: { inner.cancelled += 1 })
                            .eraseToAnyPublisher(),
                        progress: inner.progress.eraseToAnyPublisher())
                },
                refresh: { inner.refreshed.append($0) },
                keys: { inner.read },
                token: { inner.files[$0].map { .value($0) } ?? .problem("The token cannot be read: no such file") },
                signIn: {
                    inner.tokens.append($0); inner.signingIn.append($1)
                },
                reveal: { inner.revealing.append(($0, $1)) }, activity: { _ in inner.journal.eraseToAnyPublisher() }))
    }

    var opened: [String] { inner.opened }
    var cancelled: Int { inner.cancelled }
    var refusal: (any Error)? {
        get { inner.refusal }
        set { inner.refusal = newValue }
    }

    /// Answers a refresh.
    func answer(_ problem: String?) { inner.refreshed.removeFirst()(problem) }

    /// The keys that a sign-in has read before anybody is told.
    var read: [SeamAccessCredential] {
        get { inner.read }
        set { inner.read = newValue }
    }

    /// The content of files that can be read.
    var files: [String: String] {
        get { inner.files }
        set { inner.files = newValue }
    }

    /// The tokens that were sent.
    var tokens: [String] { inner.tokens }

    /// Answers a sign-in.
    func signedIn(_ problem: String?) { inner.signingIn.removeFirst()(problem) }

    /// The keys whose codes were asked for.
    var revealing: [String] { inner.revealing.map(\.0) }

    /// Answers such a request.
    func reveal(_ answer: Answer<SeamRevealedCredential>) { inner.revealing.removeFirst().1(answer) }

    /// Tells the latest attempts to all who look.
    func tell(_ records: Answer<[SeamUnlockRecord]>) { inner.journal.send(records) }

    /// Ends the attempt with this event.
    func end(_ event: SeamAccessUnlockEvent) {
        events.send(event)
        events.send(completion: .finished)
        progress.send(completion: .finished)
    }

    /// Lets time pass for the model.
    func advance(by duration: Duration) {
        inner.passed += duration
        let due = inner.later.filter { $0.at <= inner.passed }
        inner.later.removeAll { $0.at <= inner.passed }
        for action in due { action.action() }
    }

    /// Makes the session live, with these keys.
    @discardableResult
    func live(_ keys: [SeamAccessCredential] = Desk.keys) -> Desk {
        model.session.show(SeamConnectivity(radio: .ready))
        model.session.show(SeamHolder(name: "Ada Moreno", workspace: "Harbour House"))
        model.session.show(isActive: true)
        model.list.show(keys)
        advance(by: .seconds(1))
        return self
    }

    /// The screen that shows the model.
    func pilot(columns: Int = 80, rows: Int = 24, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> Pilot {
        var environment = EnvironmentValues()
        change(&environment)
        return Pilot(
            KeysScreen(model: model) { _ in }, columns: columns, rows: rows, environment: environment,
            now: Self.start + inner.passed)
    }

    static func key(
        _ name: String, at place: String = "Harbour House", _ errors: [SeamCredentialError] = [], days: Double? = 2.2,
        code: String? = nil, card: String? = nil
    ) -> SeamAccessCredential {
        SeamAccessCredential(
            id: name.lowercased(), isManaged: true, name: name, location: place,
            expiry: days.map { date + $0 * 86_400 }, cardNumber: card, code: code, errors: errors)
    }

    private static let page = URL(string: "https://connect.example/otp/8F2K") ?? URL(filePath: "/")

    /// A key in each state.
    static let keys = [
        key("Front Door"), key("Letter Room", days: nil),
        key("Sauna", [.userInteractionRequired(.completeOtpAuthorization(otpUrl: page))]),
        key("Gym", [.awaitingLocalCredential]),
        key("Summer House", at: "Lake Road", [.awaitingLocalCredential], days: 40),
        key("Pool", [.expired], days: -1), key("Office", at: "Studio", [.unsupportedDevice], days: nil, code: "••••"),
    ]

    /// A record of each outcome.
    static let records: [SeamUnlockRecord] = {
        let rows: [(String, SeamUnlockRecord.Outcome, Double, Bool)] = [
            ("Front Door", .running, 0, false), ("Front Door", .granted, 60, false),
            ("Letter Room", .timedOut, 3_600, false), ("Sauna", .connectionFailed, 70_000, true),
            ("Gym", .cancelled, 90_000, false), ("Pool", .unknown, 3_000_000, true),
        ]
        return rows.enumerated().map { number, row in
            SeamUnlockRecord(
                id: "attempt_\(number)", credentialId: row.0.lowercased(), credentialName: row.0, entranceName: nil,
                startedAt: date - row.2, endedAt: nil, outcome: row.1, mayHaveOpened: row.3)
        }
    }()
}
