import Foundation
import LifeSignal
import LumiKitUI
import SeamCombine
import SeamComponents
import SeamSDK
import SeamSwiftUI
import SeamWords
import SignalScreens
import TermUI

/// The source of visits: the session daemon, or a test's stand-in.
protocol KioskDesk: AnyObject {
    /// Whether the session daemon answers, now and after each change, on the main actor.
    var isThere: AnyPublisher<Bool, Never> { get }

    /// The administrators' settings for this machine's screens, now and after each change, on the main actor.
    var notices: AnyPublisher<SeamKioskNotice, Never> { get }

    /// The daemon's condition, in lines for staff.
    var findings: [SeamText] { get }

    /// Begins a visit with a code or a client session token. Throws ``KioskRefusal``.
    func begin(_ code: String) async throws(KioskRefusal) -> KioskVisit
}

/// What a visitor's code gives access to.
struct KioskVisit {
    /// The doors.
    let service: any SeamServiceProtocol
    /// LifeSignal, if the operator's desk has signed the visitor in to it as well.
    var signal: (any SignalReporting)?
}

/// The error that a code was refused, with the reason.
nonisolated struct KioskRefusal: Error, Equatable {
    let refusal: KioskState.Refusal
    /// The reason's name in `Protocol/errors.md`, for the journal.
    var reason = "unknown"
}

/// The actions of a kiosk apart from its display. Tests replace these closures, because the closures are the edge of
/// the program.
struct KioskHands {
    /// Ends the process with everything that it knows about the visit. The next process starts immediately.
    var forget: (KioskState.Reason) -> Void
    /// The staff's actions.
    var staff: KioskStaff
    /// Writes a line to the journal.
    var log: (String) -> Void = { _ in }
    /// The monotonic clock.
    var now: () -> ContinuousClock.Instant = { .now }
}

/// The screen's state, and the visit behind it. The model lasts for one visit, because the process ends when the visit
/// ends.
final class KioskModel: ObservableObject {
    /// The page that the screen shows.
    @Published private(set) var place: KioskState.Place
    /// The language that the visitor chose.
    @Published private(set) var language: SeamLanguage
    /// The number of typed characters of a code or PIN.
    @Published private(set) var typed = 0
    /// The number of characters typed on a keyboard, which only grows.
    @Published private(set) var keyed = 0
    /// Whether a scanner typed the code without Enter.
    @Published private(set) var isScanned = false
    /// The number of pages on the screen that appeared only a moment ago. While the number is not zero, a key press was
    /// meant for the previous page.
    var early = 0
    /// Whether the visitor uses high contrast.
    @Published private(set) var hasContrast = false
    /// The warning that the visitor has to answer, if there is one.
    @Published private(set) var warning: Warning?
    /// The time at which ``passed()`` is due. Each time has its own number.
    @Published private(set) var wake: (number: Int, at: ContinuousClock.Instant?) = (0, nil)
    /// The text that is read aloud to people who do not see the screen.
    @Published private(set) var reading = ""
    /// Whether the text in ``reading`` is news, which stays until the next key press.
    private var isNews = false
    /// The text that was read aloud before the warning. If there is no warning, this is nil.
    private var unwarned: String?
    /// The administrators' settings.
    @Published private(set) var notice = SeamKioskNotice()
    /// Whether the visitor is asked to scan again. This is so if the visitor's scan ended somebody else's visit.
    @Published private(set) var asksAgain = false
    /// The key whose door is being opened, with the attempt.
    @Published private(set) var door: SeamUnlockCardViewModel?

    /// The warning that a visit is about to end.
    struct Warning: Equatable {
        let until: ContinuousClock.Instant
        let canStay: Bool
        /// Whether the warning comes together with the news that a door is open.
        let isOfOpening: Bool
    }

    let configuration: KioskConfiguration
    /// The visitor's session, or nil until somebody is signed in.
    private(set) var service: (any SeamServiceProtocol)?
    /// The visitor's check-ins, if the visitor is signed in to LifeSignal as well.
    private(set) var signal: SignalModel?
    let hands: KioskHands
    private var state: KioskState
    private let desk: any KioskDesk
    private let code = TypedCode()
    /// Whether a PIN is being checked.
    private var isJudging = false
    private var following: Set<AnyCancellable> = []

    /// `asksAgain`: somebody's scan has just ended a visit.
    init(_ configuration: KioskConfiguration, desk: any KioskDesk, hands: KioskHands, asksAgain: Bool = false) {
        (self.configuration, self.desk, self.hands) = (configuration, desk, hands)
        language = configuration.languages[0]
        state = KioskState(
            times: configuration.times, hasLanguages: configuration.languages.count > 1,
            isOutOfService: hands.staff.isOutOfService, asksAgain: asksAgain, at: hands.now())
        place = state.place
        self.asksAgain = asksAgain
        desk.isThere.sink { [weak self] in self?.received(.daemon(isThere: $0)) }.store(in: &following)
        desk.notices.sink { [weak self] in self?.learned($0) }.store(in: &following)
    }

    // MARK: - Events

    /// Takes an event, and carries out its effects.
    func received(_ event: KioskState.Event) {
        let now = hands.now()
        let effects = state.received(event, at: now)
        if place != state.place { place = state.place }
        if asksAgain != state.asksAgain(at: now) { asksAgain.toggle() }
        for effect in effects {
            switch effect {
            case .signIn: signIn()
            case .dropCode: dropCode()
            case .forget(let reason): forget(reason)
            }
        }
        look(at: now)
    }

    /// Handles a key press or a similar event. Returns true if the event has no further effect. If `isEnd` is true, the
    /// key ends a visit.
    func touched(isEnd: Bool = false) -> Bool {
        let isUsedUp = state.swallows(at: hands.now(), isEnd: isEnd)
        isNews = false
        if let before = unwarned { (reading, unwarned) = (before, nil) }
        received(.touched)
        guard early > 0, !isEnd else { return isUsedUp }
        read(language("Please press again."))
        return true
    }

    /// Handles the passage of time. The time that has passed is the planned time, or slightly less, because timers are
    /// not exact.
    func passed() {
        wake.at = nil
        received(.passed)
    }

    /// Switches to the visitor's language.
    func choose(_ language: SeamLanguage) {
        self.language = language
        received(.choseLanguage)
    }

    /// Switches high contrast on or off.
    func toggleContrast() {
        hasContrast.toggle()
        LMKThemeManager.shared.apply(theme)
    }

    /// Opens a key's door. Key presses while the page is changing do nothing.
    func open(_ key: SeamAccessCredential) {
        guard place == .keys, let service else { return }
        received(.opening(id: key.id))
        guard case .door = place else { return }
        let door = SeamUnlockCardViewModel(credentialId: key.id, service: service)
        door.$attempt.sink { [weak self] attempt in
            guard let outcome = attempt?.outcome else {
                self?.received(.asked(attempt?.progress.authorization != nil))
                return
            }
            if outcome == .open { self?.signal?.doorOpened() }
            self?.received(.settled(isOpen: outcome == .open))
        }.store(in: &following)
        self.door = door
        guard !door.asksFirst else { return received(.asked(true)) }
        start(door)
    }

    /// Opens a door in privacy mode, or leaves the door closed.
    func answer(_ isOpened: Bool) {
        guard let door, door.attempt == nil else { return }
        received(.asked(false))
        guard !isOpened else { return start(door) }
        received(.settled(isOpen: false))
        closeDoor()
    }

    private func start(_ door: SeamUnlockCardViewModel) {
        door.startUnlock()
        // The key is gone or no longer opens the door, so no attempt has begun.
        if door.attempt == nil {
            received(.settled(isOpen: false))
            closeDoor()
        }
    }

    /// Closes a door's page.
    func closeDoor() {
        door?.reset()
        door = nil
        received(.closed)
    }

    // MARK: - Reading

    /// Reads news aloud until the next key.
    func read(_ news: String) {
        isNews = true
        if reading != news { reading = news }
    }

    /// Reads aloud that the visit is about to end. After the next key press, the earlier text is read again.
    func warn(_ words: String) {
        unwarned = unwarned ?? reading
        read(words)
    }

    /// Handles a change of the focus, and reads the focused control aloud.
    func focused(_ words: String) { if !isNews, reading != words { reading = words } }

    // MARK: - Codes

    /// Types a character of a code or PIN.
    func type(_ character: Character) {
        if code.add(character) { (typed, isScanned) = (code.count, false) }
    }

    /// Types a character from a keyboard. The screen's own pad has only capital letters. If the pad has letters,
    /// letters that come from a keyboard become capitals as well. A code therefore depends neither on the device nor on
    /// Caps Lock (`Protocol/token-source.md`).
    func typeByKey(_ character: Character) {
        keyed += 1
        let capital = isAtCode && configuration.hasLetters ? character.uppercased().first : nil
        type(capital ?? character)
    }

    /// Erases the last character.
    func eraseLast() {
        code.removeLast()
        (typed, isScanned) = (code.count, false)
    }

    /// Submits the typed code.
    func submit() {
        guard code.count > 0 else { return }
        if case .staffPIN = place { return judgePIN() }
        received(.submitted)
    }

    /// Submits a scanned code.
    func scanned(_ bytes: [UInt8]) {
        code.set(bytes)
        received(.scanned)
    }

    /// Keeps the code of a scanner that sends no Enter, until the visitor presses OK.
    func scannedWithoutEnter(_ bytes: [UInt8]) {
        // During somebody's visit, this is the next visitor's code, as with an Enter.
        switch place {
        case .keys, .door: return received(.scanned)
        default: _ = touched()
        }
        guard place == .language || isAtCode else { return }
        code.set(bytes)
        (typed, isScanned) = (code.count, true)
        keyed += 1
        if isAtCode { read(language("Your code was read. Press OK.")) }
    }

    /// Submits the code of a scanner whose Enter came late. Without such a code, the key has no effect.
    func scanFinished() {
        guard isScanned, code.count > 0 else { return _ = touched() }
        received(.scanned)
    }

    private func dropCode() {
        code.wipe()
        (typed, isScanned) = (0, false)
    }

    private func signIn() {
        let (desk, code) = (desk, code.take())
        (typed, isScanned) = (0, false)
        Task { [weak self] in
            do throws(KioskRefusal) {
                self?.began(try await desk.begin(code))
            } catch {
                self?.hands.log("visit: refused (\(error.reason))")
                self?.received(.refused(error.refusal))
            }
        }
    }

    private func began(_ visit: KioskVisit) {
        // If the visit has ended in the meantime, the session ends together with the service.
        guard place == .checking else { return }
        let service = visit.service
        (self.service, signal) = (service, visit.signal.map { SignalModel($0) })
        received(.signedIn)
        service.isActivePublisher.filter { !$0 }.sink { [weak self] _ in self?.received(.sessionLost) }
            .store(in: &following)
        if let service = service as? any SeamSystemReporting {
            service.systemErrorPublisher.filter { $0 != nil }.sink { [weak self] _ in self?.received(.sessionLost) }
                .store(in: &following)
        }
    }

    // MARK: - Staff

    /// The machine's condition, in lines for staff.
    var findings: [String] {
        let own = notice.isOutOfService ? [SeamText("The operator has taken this screen out of service.")] : []
        return (desk.findings + own).map { $0.said(in: language) }
    }

    private func judgePIN() {
        // Checks only one PIN at a time, because each check takes 64 MiB.
        guard !isJudging else { return dropCode() }
        isJudging = true
        let digits = code.take()
        typed = 0
        Task { [weak self, staff = hands.staff] in
            let refusal = await staff.judge(digits)
            self?.isJudging = false
            self?.received(refusal.map { .staffRefused($0) } ?? .staffKnown)
        }
    }

    /// Handles new settings from administrators for this machine's screens. Staff and administrators can each end only
    /// their own out-of-service state.
    private func learned(_ notice: SeamKioskNotice) {
        self.notice = notice
        received(.outOfService(notice.isOutOfService || hands.staff.isOutOfService))
    }

    /// Takes the kiosk out of service for staff, or puts it back into service.
    func setOutOfService(_ isOut: Bool) {
        hands.staff.setOutOfService(isOut)
        received(.outOfService(isOut || notice.isOutOfService))
    }

    // MARK: - The end

    /// Ends the visit. If an attempt can still be cancelled, it is cancelled. Then the process ends with all its data.
    private func forget(_ reason: KioskState.Reason) {
        dropCode()
        door?.cancelUnlock()
        signal?.close()
        (door, service, signal, following) = (nil, nil, nil, [])
        hands.forget(reason)
    }

    private func look(at now: ContinuousClock.Instant) {
        let warned = state.warning(at: now).map {
            Warning(until: $0.until, canStay: $0.canStay, isOfOpening: $0.reason == .opened)
        }
        if warned != warning { warning = warned }
        let due = state.due(after: now)
        // If the timer fires too early, the model checks again.
        if let due, let at = wake.at, at <= due, at > now { return }
        if due != wake.at || due.map({ $0 <= now }) == true { wake = (wake.number + 1, due) }
    }
}
