import SeamComponents
import TermCore
import TermUI
import TestSupport
import Testing

/// A service that a test controls completely. The service reports the progress of an unlock attempt, and reveals codes.
@MainActor final class TestService: SeamUnlockReporting, SeamRevealing {
    @Published var credentials: [SeamAccessCredential]
    @Published var isActive: Bool
    /// The errors that the calls throw. A call succeeds if its error is nil.
    var activation: (any Error)?
    var refusal: (any Error)?
    var reveals: Result<SeamRevealedCredential, SeamSystemError> = .success(
        SeamRevealedCredential(code: "4711", cardNumber: "1234567890"))
    private(set) var (unlocks, refreshes, activations, cancels) = ([String](), 0, 0, 0)
    private(set) var tokens: [String] = []
    var events = PassthroughSubject<SeamAccessUnlockEvent, Never>()
    var progress = PassthroughSubject<SeamUnlockProgress, Never>()
    /// The keys that arrive when somebody signs in.
    var keysToCome: [SeamAccessCredential]

    init(_ keys: [SeamAccessCredential] = SeamFixtures.credentials, isActive: Bool = true) {
        (keysToCome, self.isActive) = (keys, isActive)
        credentials = isActive ? keys : []
    }

    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    func initialize(clientSessionToken: String?) throws {
        guard let token = clientSessionToken, !token.isEmpty else { throw SeamError.invalidClientSessionToken }
        tokens.append(token)
        activation = nil
    }

    func activate() async throws {
        activations += 1
        if let activation { throw activation }
        (credentials, isActive) = (keysToCome, true)
    }

    @discardableResult func refresh() async throws -> [SeamAccessCredential] {
        refreshes += 1
        if let refusal { throw refusal }
        return credentials
    }

    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        try report(unlocking: credentialId, timeout: timeout).events
    }

    func report(unlocking credentialId: String, timeout: TimeInterval) throws -> SeamUnlockReport {
        if let refusal { throw refusal }
        unlocks.append(credentialId)
        (events, progress) = (PassthroughSubject(), PassthroughSubject())
        return SeamUnlockReport(
            events: events.prepend(.launched).handleEvents(receiveCancel: { [weak self] in self?.cancels += 1 })
                .eraseToAnyPublisher(),
            progress: progress.eraseToAnyPublisher())
    }

    /// Ends the unlock attempt with `event`, and reports the known state of the door.
    func end(_ event: SeamAccessUnlockEvent?, _ known: SeamUnlockProgress = SeamUnlockProgress()) {
        progress.send(known)
        if let event { events.send(event) }
        events.send(completion: .finished)
        progress.send(completion: .finished)
    }

    func reveal(_ credentialId: String) async throws -> SeamRevealedCredential { try reveals.get() }

    func deactivate(deintegrate: Bool) async { (credentials, isActive) = ([], false) }
}

/// The service from Seam's guides, which only sends events.
@MainActor final class PlainService: SeamServiceProtocol {
    @Published private(set) var credentials: [SeamAccessCredential]
    @Published private(set) var isActive = true
    private let played: [SeamAccessUnlockEvent]
    private(set) var unlocks = 0

    init(_ keys: [SeamAccessCredential] = [SeamFixtures.credential()], playing events: [SeamAccessUnlockEvent]) {
        (credentials, played) = (keys, events)
    }

    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }
    func initialize(clientSessionToken: String) throws {}
    func activate() async throws { isActive = true }
    @discardableResult func refresh() async throws -> [SeamAccessCredential] { credentials }
    func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        unlocks += 1
        return Publishers.Sequence(sequence: played).eraseToAnyPublisher()
    }
    func deactivate(deintegrate: Bool) async { isActive = false }
}

@MainActor extension Pilot {
    /// The lines that the program writes for a person who cannot see the screen.
    var told: [String] { plain.lines.map(\.description) }

    /// Whether a line consists of `words` after its number.
    func tells(_ words: String) -> Bool { told.contains { $0.drop { $0.isNumber || $0 == "." || $0 == " " } == words } }

    /// Types the number of the first line that begins with `words`.
    func choose(_ words: String) {
        let line = told.first { $0.drop { $0.isNumber || $0 == "." || $0 == " " }.hasPrefix(words) }
        let number = line?.prefix(while: \.isNumber) ?? ""
        #expect(!number.isEmpty && plain.perform(String(number)) == .done, "\(words): \(told)")
        advance(by: .zero)
    }

    /// Lets running tasks continue until `isWanted` returns true. Gives up after ten seconds if a thousand turns have
    /// also passed.
    func wait(until isWanted: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var turns = 0
        while !isWanted() {
            guard ContinuousClock.now < end || turns < 1000 else { return false }
            turns += 1
            await Task.yield()
            advance(by: .zero)
        }
        return true
    }

    /// The characters that a terminal on which they are printed obeys as commands.
    var dangers: [Unicode.Scalar] { lines.flatMap { $0.unicodeScalars.filter(HostileText.isDangerous) } }
}

/// The sizes of screens on which views are tested: empty, one cell, narrow and wide.
let rooms = [(0, 0), (1, 1), (7, 3), (40, 12), (80, 24), (200, 50)]

/// Terminals with few and with many characters and colours.
@MainActor var terminals: [EnvironmentValues] {
    [(TerminalProfile.Glyphs.ascii, ColorDepth.mono), (.console, .ansi8), (.unicode, .indexed), (.unicode, .truecolor)]
        .map { glyphs, depth in
            var values = EnvironmentValues()
            (values.glyphs, values.colorDepth) = (glyphs, depth)
            return values
        }
}

/// A plain service. The test decides what the service reports about its attempts, and when.
@MainActor final class SlowService: SeamServiceProtocol {
    @Published private(set) var credentials = [SeamFixtures.credential()]
    @Published private(set) var isActive = true
    private(set) var attempts: [PassthroughSubject<SeamAccessUnlockEvent, Never>] = []

    var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    func initialize(clientSessionToken: String) throws {}
    func activate() async throws {}
    func refresh() async throws -> [SeamAccessCredential] { credentials }
    func deactivate(deintegrate: Bool) async {}

    func unlock(using credentialId: String, timeout: TimeInterval) throws -> AnyPublisher<SeamAccessUnlockEvent, Never>
    {
        attempts.append(PassthroughSubject())
        return attempts[attempts.count - 1].eraseToAnyPublisher()
    }
}
