import Foundation
import SeamComponents
import TermCore
import TermUI

@testable import TerminalClient

/// A service that needs no daemon. The test decides what the service reports, and when.
@MainActor
final class Desk: SeamUnlockReporting, SeamRevealing, SeamSystemReporting, SeamActivityReporting,
    SeamNearbyReporting
{
    @Published var credentials: [SeamAccessCredential] = []
    @Published var isActive = false
    @Published private var holder: SeamHolder?
    @Published private var connectivity: SeamConnectivity?
    @Published private var trouble: SeamSystemError?
    @Published private var doors: [SeamNearbyDoor] = []

    /// The events of the latest attempt.
    private(set) var events = PassthroughSubject<SeamAccessUnlockEvent, Never>()
    private(set) var progress = PassthroughSubject<SeamUnlockProgress, Never>()
    private(set) var opened: [String] = []
    private(set) var cancelled = 0
    /// The ends of the session, and whether each erased the keys.
    private(set) var ends: [Bool] = []
    /// The error with which the service refuses an unlock attempt, if any.
    var refusal: (any Error)?
    /// The tokens with which the screen signed in.
    private(set) var tokens: [String] = []
    private(set) var revealing: [String] = []
    private var calls: [CheckedContinuation<Void, any Error>] = []
    private var reveals: [CheckedContinuation<SeamRevealedCredential, any Error>] = []
    private let journal = PassthroughSubject<Result<[SeamUnlockRecord], any Error>, Never>()
    /// The time that has passed since the test began.
    private var passed = Duration.zero

    /// The test's current time, which is a Wednesday at 14:00.
    static let date = Date(timeIntervalSince1970: 1_795_615_200)
    nonisolated static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()

    // MARK: - The service

    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }
    var holderPublisher: AnyPublisher<SeamHolder?, Never> { $holder.eraseToAnyPublisher() }
    var connectivityPublisher: AnyPublisher<SeamConnectivity?, Never> { $connectivity.eraseToAnyPublisher() }
    var systemErrorPublisher: AnyPublisher<SeamSystemError?, Never> { $trouble.eraseToAnyPublisher() }

    var nearbyDoorsPublisher: AnyPublisher<[SeamNearbyDoor], Never> { $doors.eraseToAnyPublisher() }

    func recentUnlocksPublisher(limit: Int) -> AnyPublisher<Result<[SeamUnlockRecord], any Error>, Never> {
        journal.eraseToAnyPublisher()
    }

    func initialize(clientSessionToken: String) throws { tokens.append(clientSessionToken) }
    func activate() async throws { try await withCheckedThrowingContinuation { calls.append($0) } }

    @discardableResult func refresh() async throws -> [SeamAccessCredential] {
        try await withCheckedThrowingContinuation { calls.append($0) }
        return credentials
    }

    func unlock(using credentialId: String, timeout: TimeInterval) throws -> AnyPublisher<SeamAccessUnlockEvent, Never>
    { try report(unlocking: credentialId, timeout: timeout).events }

    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport {
        if let refusal { throw refusal }
        opened.append(credentialId)
        (events, progress) = (PassthroughSubject(), PassthroughSubject())
        return SeamUnlockReport(
            events: events.handleEvents(receiveCancel: { [weak self] in self?.cancelled += 1 }).eraseToAnyPublisher(),
            progress: progress.eraseToAnyPublisher())
    }

    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential {
        revealing.append(credentialId)
        return try await withCheckedThrowingContinuation { reveals.append($0) }
    }

    func deactivate(deintegrate: Bool) async {
        ends.append(deintegrate)
        (credentials, isActive) = ([], false)
    }

    // MARK: - What the test decides

    /// Sorts the keys by name, as the SDK does.
    func show(_ keys: [SeamAccessCredential]) { credentials = keys.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }
    func show(_ state: SeamConnectivity?) { connectivity = state }
    func show(_ person: SeamHolder?) { holder = person }
    func show(_ error: SeamSystemError?) { trouble = error }
    /// Reports that the locks of these keys are in range, with their signal strengths in dBm.
    func hear(_ signals: KeyValuePairs<String, Int>) {
        doors = signals.map { name, signal in
            SeamNearbyDoor(
                id: SeamNearbyDoor.ID(credentialId: name.lowercased(), entranceId: "front"), name: name,
                entranceName: name, rssiDBm: signal, heardAt: Self.date)
        }
    }

    func show(isActive: Bool) { self.isActive = isActive }

    /// Whether a call to the cloud, such as a sign-in, is waiting for its answer.
    var isAsked: Bool { !calls.isEmpty }

    /// Answers a refresh, or a sign-in.
    func answer(_ problem: (any Error)? = nil) {
        let call = calls.removeFirst()
        if let problem { call.resume(throwing: problem) } else { call.resume() }
    }

    /// Answers the request for a code.
    func reveal(_ answer: Result<SeamRevealedCredential, any Error>) { reveals.removeFirst().resume(with: answer) }

    /// Sends `records`, the latest unlock attempts, to all observers.
    func tell(_ records: Result<[SeamUnlockRecord], any Error>) { journal.send(records) }

    /// Ends the unlock attempt with `event`.
    func end(_ event: SeamAccessUnlockEvent) {
        events.send(event)
        events.send(completion: .finished)
        progress.send(completion: .finished)
    }

    /// Puts the session in the live state with `keys`.
    @discardableResult func live(_ keys: [SeamAccessCredential] = Desk.keys) -> Desk {
        show(SeamConnectivity(radio: .ready))
        show(SeamHolder(name: "Ada Moreno", workspace: "Harbour House"))
        show(keys)
        isActive = true
        return self
    }

    /// A pilot for the screen that shows this service.
    func pilot(columns: Int = 80, rows: Int = 24, _ change: (inout EnvironmentValues) -> Void = { _ in }) -> Pilot {
        var environment = EnvironmentValues()
        environment.seamDates = SeamDateText(now: Self.date, calendar: Self.calendar)
        change(&environment)
        return Pilot(AccessScreen(service: self), columns: columns, rows: rows, environment: environment)
    }

    deinit {
        for call in calls { call.resume(throwing: CancellationError()) }
        for call in reveals { call.resume(throwing: CancellationError()) }
    }
}

@MainActor extension Desk {
    static func key(
        _ name: String, at place: String = "Harbour House", _ errors: [SeamCredentialError] = [], days: Double? = 2.2,
        code: String? = nil, card: String? = nil, warnings: [SeamCredentialWarning] = []
    ) -> SeamAccessCredential {
        SeamAccessCredential(
            id: name.lowercased(), isManaged: true, name: name, location: place,
            expiry: days.map { date + $0 * 86_400 }, cardNumber: card, code: code, errors: errors, warnings: warnings)
    }

    private static let page = URL(string: "https://connect.example/otp/8F2K") ?? URL(filePath: "/")

    /// A key in each state that a person may see.
    static let keys = [
        key("Front Door"), key("Letter Room", days: nil),
        key("Sauna", [.userInteractionRequired(.completeOtpAuthorization(otpUrl: page))]),
        key("Gym", [.awaitingLocalCredential]),
        key("Summer House", at: "Lake Road", [.awaitingLocalCredential], days: 40),
        key("Pool", [.expired], days: -1), key("Office", at: "Studio", [.unsupportedDevice], days: nil, code: "••••"),
    ]

    /// A record of an unlock attempt for each outcome.
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

@MainActor extension Pilot {
    /// Lets running tasks continue for `count` turns.
    func turn(_ count: Int) async {
        for _ in 0..<count {
            await Task.yield()
            advance(by: .zero)
        }
    }

    /// Lets running tasks continue until `isWanted` returns true. Gives up after ten seconds if a thousand turns have
    /// also passed.
    func wait(until isWanted: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var turns = 0
        while !isWanted() {
            guard ContinuousClock.now < end || turns < 1000 else { return false }
            turns += 1
            await turn(1)
        }
        return true
    }
}
