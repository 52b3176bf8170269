import SeamSDK

/// The state of a public screen. The state determines what the screen shows, and when the screen forgets its visitor.
/// Only events change this value.
///
/// A visit begins with the first key and ends with ``Effect/forget(_:)``. After a visit, the process ends with
/// everything that it knew, and the next process begins at ``Place/attract``. Times are instants of the monotonic
/// clock, because the machine's wall clock may jump.
nonisolated struct KioskState: Equatable, Sendable {
    /// A page that the screen can show.
    enum Place: Equatable, Sendable {
        /// The idle page, with the building's name and the time.
        case attract
        /// The visitor chooses a language.
        case language
        /// The visitor signs in.
        case signIn(Refusal?)
        /// The operator's desk is being asked to whom the code belongs.
        case checking
        /// The visitor's keys.
        case keys
        /// A door is being opened, or was opened a moment ago.
        case door(id: String, isOver: Bool)
        /// The session daemon does not answer.
        case unavailable
        /// Staff or the operator have taken the kiosk out of service.
        case outOfService
        /// The screen asks for the staff PIN, and shows why the last PIN was refused.
        case staffPIN(StaffRefusal?)
        /// The staff's actions.
        case staff
    }

    /// The reason why a visitor's code was refused.
    enum Refusal: Equatable, Sendable {
        /// The code is not accepted. If the operator's desk says why, the fault is one of ``CodeFault``.
        case code(CodeFault?)
        /// There were too many wrong codes. No code is accepted until the given time.
        case tooMany(until: ContinuousClock.Instant)
        /// The operator or the cloud does not answer.
        case notPossible
    }

    /// The fault of a code, by the name that the desk's answer has for it (`Protocol/token-source.md`).
    enum CodeFault: String, Sendable {
        case unknown
        case used
        case expired
    }

    /// The reason why the staff PIN was refused.
    enum StaffRefusal: Equatable, Sendable {
        case wrong(left: Int)
        case tooMany
    }

    /// The reason why a visit ended.
    typealias Reason = SeamKioskReport.End

    /// An effect of an event, which the program carries out.
    enum Effect: Equatable, Sendable {
        /// The process ends, so that everything about the visit is forgotten immediately.
        case forget(Reason)
        /// The typed or scanned code is passed to the session daemon.
        case signIn
        /// The typed part of a code is dropped.
        case dropCode
    }

    /// An event that changes the state of the screen.
    enum Event: Equatable, Sendable {
        /// A key press or a touch.
        case touched
        /// Time has passed.
        case passed
        case choseLanguage
        /// A code has been typed completely.
        case submitted
        /// A complete code came from a scanner.
        case scanned
        case signedIn
        case refused(Refusal)
        /// A door was chosen.
        case opening(id: String)
        /// The screen or the lock's page has begun or stopped asking the visitor something.
        case asked(Bool)
        /// The attempt is over, successful or not.
        case settled(isOpen: Bool)
        /// The door's page was closed.
        case closed
        case ended
        /// Whether the session daemon answers.
        case daemon(isThere: Bool)
        /// The daemon no longer has a session.
        case sessionLost
        /// Staff are holding their key down.
        case staffCame
        case staffKnown
        case staffRefused(StaffRefusal)
        case staffLeft
        case outOfService(Bool)
        /// A paste never ended.
        case inputLost
    }

    /// The times from the configuration.
    let times: KioskTimes
    /// Whether visitors can choose a language.
    let hasLanguages: Bool
    private(set) var place = Place.attract
    /// Whether the session daemon answers. Until the first report, the daemon is assumed to answer.
    private(set) var isDaemonThere = true
    private(set) var isOutOfService = false
    /// The time of the last key press.
    private var touched: ContinuousClock.Instant
    /// The time at which the visit ends, even if keys are pressed.
    private var visitEnds: ContinuousClock.Instant?
    /// The time at which the visit ends because a door was opened.
    private var openedEnds: ContinuousClock.Instant?
    /// Whether the door's lock is waiting for the visitor.
    private var isAsked = false
    /// The number of times that ``visitEnds`` was postponed.
    private var extensions = 0

    /// A visitor's scan may have ended somebody else's visit. The visitor is then asked to scan again, and this is the
    /// end of the time for this request.
    private var againUntil: ContinuousClock.Instant?

    init(
        times: KioskTimes, hasLanguages: Bool, isOutOfService: Bool = false, asksAgain: Bool = false,
        at now: ContinuousClock.Instant
    ) {
        (self.times, self.hasLanguages, self.isOutOfService, touched) = (times, hasLanguages, isOutOfService, now)
        againUntil = asksAgain ? now + times.scanAgain : nil
        place = isOutOfService ? .outOfService : .attract
    }

    // MARK: - Time

    /// The time at which the visit ends by itself, and the reason. The value is nil while nobody is at the screen.
    var end: (at: ContinuousClock.Instant, reason: Reason)? {
        switch place {
        case .attract, .unavailable, .outOfService: return nil
        case .staffPIN: return (touched + times.staffPIN, .staff)
        case .staff: return (touched + times.staff, .staff)
        // A running attempt ends by itself, so the visit does not time out during an attempt. It can time out only
        // while a page waits for the visitor.
        case .door(_, isOver: false) where !isAsked, .checking: return visitEnds.map { ($0 + times.warning, .cap) }
        case .language, .signIn, .keys, .door:
            var ends = [(at: touched + times.idle + times.warning, reason: Reason.idle)]
            if let visitEnds { ends.append((visitEnds, .cap)) }
            if let openedEnds { ends.append((openedEnds, .opened)) }
            return ends.min { $0.at < $1.at }
        }
    }

    /// The warning that the visit is about to end. The warning has the end's time and reason, and whether a key
    /// postpones the end. The result is nil if there is no warning.
    func warning(
        at now: ContinuousClock.Instant
    ) -> (until: ContinuousClock.Instant, canStay: Bool, reason: Reason)? {
        guard let end, now >= end.at - times.warning else { return nil }
        switch end.reason {
        case .idle, .opened, .cap:
            let canStay = extensions < times.extensions || visitEnds.map { $0 > end.at } ?? true
            return (end.at, canStay, end.reason)
        case .ended, .lost, .nextVisitor, .staff, .input: return nil
        }
    }

    /// The time at which ``Event/passed`` is due next. If nothing except a key changes anything, this is nil.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let end else { return againUntil }
        return [end.at - times.warning, end.at].first { $0 > now } ?? now
    }

    /// Whether a visitor is asked to scan again. This is so if the visitor's scan ended somebody else's visit.
    func asksAgain(at now: ContinuousClock.Instant) -> Bool { againUntil.map { now < $0 } ?? false }

    // MARK: - Events

    /// Takes an event, and returns the effects in order.
    mutating func received(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
        if place != .attract || event == .touched || event == .scanned || !asksAgain(at: now) { againUntil = nil }
        switch event {
        case .daemon(let isThere): isDaemonThere = isThere
        case .outOfService(let isOut): isOutOfService = isOut
        default: break
        }
        // An event after the visit's end has no effect of its own.
        if let end, now >= end.at { return forget(end.reason) }
        switch event {
        case .touched: touch(at: now)
        case .passed: break
        case .choseLanguage: if place == .language { place = .signIn(nil) }
        case .submitted: return submit()
        case .scanned: return scan(at: now)
        case .signedIn: if place == .checking { arrive(.keys, at: now) }
        case .refused(let refusal): if place == .checking { arrive(.signIn(refusal), at: now) }
        case .opening(let id):
            if place == .keys {
                openedEnds = nil
                isAsked = false
                place = .door(id: id, isOver: false)
            }
        case .asked(let isAsked):
            if case .door(_, isOver: false) = place, self.isAsked != isAsked {
                (self.isAsked, touched) = (isAsked, now)
            }
        case .settled(let isOpen): settle(isOpen, at: now)
        case .closed:
            if case .door(_, isOver: true) = place {
                openedEnds = nil
                arrive(.keys, at: now)
            }
        case .ended: return isVisit ? forget(.ended) : []
        case .daemon(let isThere): return daemon(isThere)
        case .sessionLost: return isSignedIn ? forget(.lost) : []
        case .staffCame, .staffKnown, .staffRefused, .staffLeft, .outOfService: return staff(event, at: now)
        case .inputLost: return forget(.input)
        }
        return []
    }

    /// Whether a key pressed now only wakes the screen or keeps the visit alive, and goes to no view. A visitor who has
    /// just opened a door is looking at the screen, so their key press has its normal effect. If `isEnd` is true, the
    /// key ends a visit. This key always works.
    func swallows(at now: ContinuousClock.Instant, isEnd: Bool = false) -> Bool {
        switch place {
        case .attract, .unavailable, .outOfService: return true
        case .checking: return !isEnd
        case .language, .signIn, .keys, .door, .staffPIN, .staff:
            guard !isEnd, end?.reason != .opened else { return false }
            return warning(at: now)?.canStay ?? false
        }
    }

    /// Whether a visitor is at the screen.
    var isVisit: Bool {
        switch place {
        case .language, .signIn, .checking, .keys, .door: true
        case .attract, .unavailable, .outOfService, .staffPIN, .staff: false
        }
    }

    private var isSignedIn: Bool {
        switch place {
        case .keys, .door: true
        default: false
        }
    }

    private mutating func touch(at now: ContinuousClock.Instant) {
        if place == .attract {
            visitEnds = now + times.cap
            return arrive(hasLanguages ? .language : .signIn(nil), at: now)
        }
        if warning(at: now)?.canStay == true {
            openedEnds = nil
            let least = now + times.idle + times.warning
            if let ends = visitEnds, ends < least, extensions < times.extensions {
                visitEnds = least
                extensions += 1
            }
        }
        touched = now
    }

    private mutating func submit() -> [Effect] {
        guard case .signIn = place else { return [.dropCode] }
        place = .checking
        return [.signIn]
    }

    private mutating func scan(at now: ContinuousClock.Instant) -> [Effect] {
        switch place {
        case .attract:
            visitEnds = now + times.cap
            touched = now
            place = .checking
            return [.signIn]
        case .language, .signIn:
            touched = now
            place = .checking
            return [.signIn]
        // Another visitor, or the same person again, has scanned a code. Nobody may see another visitor's keys.
        case .keys, .door: return [.dropCode] + forget(.nextVisitor)
        case .checking, .unavailable, .outOfService, .staffPIN, .staff: return [.dropCode]
        }
    }

    private mutating func settle(_ isOpen: Bool, at now: ContinuousClock.Instant) {
        guard case .door(let id, isOver: false) = place else { return }
        arrive(.door(id: id, isOver: true), at: now)
        if isOpen { openedEnds = now + times.afterOpening }
    }

    private mutating func daemon(_ isThere: Bool) -> [Effect] {
        switch place {
        case .attract where !isThere: place = .unavailable
        case .unavailable where isThere: place = .attract
        case .language, .signIn, .checking, .keys, .door: return isThere ? [] : forget(.lost)
        case .attract, .unavailable, .outOfService, .staffPIN, .staff: break
        }
        return []
    }

    private mutating func staff(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
        switch (event, place) {
        case (.staffCame, .attract), (.staffCame, .unavailable), (.staffCame, .outOfService),
            (.staffCame, .language), (.staffCame, .signIn):
            arrive(.staffPIN(nil), at: now)
            return [.dropCode]
        // Staff never see a visitor's keys.
        case (.staffCame, _): return isVisit ? forget(.staff) : []
        case (.staffKnown, .staffPIN): arrive(.staff, at: now)
        case (.staffRefused(let refusal), .staffPIN): arrive(.staffPIN(refusal), at: now)
        case (.staffLeft, .staffPIN), (.staffLeft, .staff): return forget(.staff)
        case (.outOfService(let isOut), _):
            switch place {
            case .attract, .unavailable: if isOut { place = .outOfService }
            case .outOfService: if !isOut { place = isDaemonThere ? .attract : .unavailable }
            case .language, .signIn, .checking, .keys, .door: return isOut ? forget(.staff) : []
            case .staffPIN, .staff: break
            }
        default: break
        }
        return []
    }

    private mutating func arrive(_ place: Place, at now: ContinuousClock.Instant) {
        self.place = place
        touched = now
        // A visitor who was waiting for an answer is also warned before the visit ends.
        if let ends = visitEnds { visitEnds = max(ends, now + times.warning) }
    }

    private mutating func forget(_ reason: Reason) -> [Effect] {
        place = isOutOfService ? .outOfService : isDaemonThere ? .attract : .unavailable
        (visitEnds, openedEnds, extensions) = (nil, nil, 0)
        return [.forget(reason)]
    }
}

/// The durations of a visit's stages.
nonisolated struct KioskTimes: Equatable, Sendable {
    /// The time without a key press before the warning appears.
    var idle = Duration.seconds(60)
    /// The duration of the warning, during which any key postpones the end. WCAG 2.2.1 requires at least 20 s.
    var warning = Duration.seconds(20)
    /// The longest duration of a visit that is not extended.
    var cap = Duration.seconds(600)
    /// The number of times that a visitor may extend the visit. WCAG 2.2.1 requires at least ten.
    var extensions = 10
    /// The time after a door was opened until the visit ends. This time is no shorter than a warning.
    var afterOpening = Duration.seconds(20)
    /// How long the idle screen asks a visitor to scan again.
    var scanAgain = Duration.seconds(10)
    /// The staff's time, before and after the PIN.
    var staffPIN = Duration.seconds(30)
    var staff = Duration.seconds(120)
}
