import SeamSDK

/// The content of a public screen, and the time when it forgets its visitor: a value that only events change.
///
/// A visit begins with the first key and ends with ``Effect/forget(_:)``: then the process ends with everything that it
/// knew, and the next one begins at ``Place/attract``. Times are instants of the monotonic clock; the machine's own may
/// jump.
nonisolated struct KioskState: Equatable, Sendable {
    /// The place that is on the screen.
    enum Place: Equatable, Sendable {
        /// The idle page: the place's name and the time.
        case attract
        /// In which language?
        case language
        /// Who are you?
        case signIn(Refusal?)
        /// The operator is asked whose code it is.
        case checking
        /// The visitor's keys.
        case keys
        /// A door is being opened, or was.
        case door(id: String, isOver: Bool)
        /// The session daemon does not answer.
        case unavailable
        /// Staff or the operator have taken it out of service.
        case outOfService
        /// Staff's PIN is asked for; why the last one was not taken.
        case staffPIN(StaffRefusal?)
        /// An action of staff.
        case staff
    }

    /// Why a visitor's code was not taken.
    enum Refusal: Equatable, Sendable {
        /// It is not known, was used, or is over.
        case code
        /// Too many wrong ones; the PIN is not asked for until then.
        case tooMany(until: ContinuousClock.Instant)
        /// The operator or the cloud does not answer.
        case notPossible
    }

    /// Why staff's PIN was not taken.
    enum StaffRefusal: Equatable, Sendable {
        case wrong(left: Int)
        case tooMany
    }

    /// Why a visit ended.
    typealias Reason = SeamKioskReport.End

    /// The effect of an event.
    enum Effect: Equatable, Sendable {
        /// Everything of the visit goes, at once: the process ends.
        case forget(Reason)
        /// The code that was typed or scanned is given to the session daemon.
        case signIn
        /// The typed part of a code goes.
        case dropCode
    }

    /// An event.
    enum Event: Equatable, Sendable {
        /// A key, or a finger.
        case touched
        /// Time has passed.
        case passed
        case choseLanguage
        /// A code is typed to its end.
        case submitted
        /// A code came from a scanner, whole.
        case scanned
        case signedIn
        case refused(Refusal)
        /// A door is chosen.
        case opening(id: String)
        /// Its visitor is asked something, by the screen or by the lock's page, or no longer is.
        case asked(Bool)
        /// Its attempt is over, for good or bad.
        case settled(isOpen: Bool)
        /// The page about the door is closed.
        case closed
        case ended
        /// Whether the session daemon answers.
        case daemon(isThere: Bool)
        /// The daemon no longer has a session.
        case sessionLost
        /// Staff hold their key down.
        case staffCame
        case staffKnown
        case staffRefused(StaffRefusal)
        case staffLeft
        case outOfService(Bool)
        /// A paste that never ended.
        case inputLost
    }

    /// The times, which the configuration gives.
    let times: KioskTimes
    /// Whether there is a language to choose.
    let hasLanguages: Bool
    private(set) var place = Place.attract
    /// Whether the session daemon answers; a screen that has heard nothing yet hopes.
    private(set) var isDaemonThere = true
    private(set) var isOutOfService = false
    /// The last key.
    private var touched: ContinuousClock.Instant
    /// When the visit ends, whatever is pressed.
    private var visitEnds: ContinuousClock.Instant?
    /// When it ends because a door was opened.
    private var openedEnds: ContinuousClock.Instant?
    /// Whether the door's lock waits for its visitor.
    private var isAsked = false
    /// How often ``visitEnds`` was put off.
    private var extensions = 0

    init(times: KioskTimes, hasLanguages: Bool, isOutOfService: Bool = false, at now: ContinuousClock.Instant) {
        (self.times, self.hasLanguages, self.isOutOfService, touched) = (times, hasLanguages, isOutOfService, now)
        place = isOutOfService ? .outOfService : .attract
    }

    // MARK: - Time

    /// When and why the visit ends by itself; nil while nobody is there.
    var end: (at: ContinuousClock.Instant, reason: Reason)? {
        switch place {
        case .attract, .unavailable, .outOfService: return nil
        case .staffPIN: return (touched + times.staffPIN, .staff)
        case .staff: return (touched + times.staff, .staff)
        // An attempt ends by itself, and is not left alone; a page may be.
        case .door(_, isOver: false) where !isAsked, .checking: return visitEnds.map { ($0 + times.warning, .cap) }
        case .language, .signIn, .keys, .door:
            var ends = [(at: touched + times.idle + times.warning, reason: Reason.idle)]
            if let visitEnds { ends.append((visitEnds, .cap)) }
            if let openedEnds { ends.append((openedEnds, .opened)) }
            return ends.min { $0.at < $1.at }
        }
    }

    /// Whether a visitor is told that it ends soon: until when, whether a key puts that off, and why.
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

    /// When ``Event/passed`` is due next; nil if only a key changes anything.
    func due(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let end else { return nil }
        return [end.at - times.warning, end.at].first { $0 > now } ?? now
    }

    // MARK: - Events

    /// Takes an event; returns the actions, in their order.
    mutating func received(_ event: Event, at now: ContinuousClock.Instant) -> [Effect] {
        switch event {
        case .daemon(let isThere): isDaemonThere = isThere
        case .outOfService(let isOut): isOutOfService = isOut
        default: break
        }
        // An event that comes after the end comes too late.
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

    /// Whether a key that comes now only wakes the screen or keeps it: it goes to no view. A visitor who has just
    /// opened a door looks at the screen, and means what they press; `isEnd`: the key that ends a visit always does.
    func swallows(at now: ContinuousClock.Instant, isEnd: Bool = false) -> Bool {
        switch place {
        case .attract, .unavailable, .outOfService: return true
        case .checking: return !isEnd
        case .language, .signIn, .keys, .door, .staffPIN, .staff:
            guard !isEnd, end?.reason != .opened else { return false }
            return warning(at: now)?.canStay ?? false
        }
    }

    /// Whether somebody is there.
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
        // Somebody else stands there, or the same person again: nobody sees the other's keys.
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
        // A visitor who waited for an answer is also warned before the visit ends.
        if let ends = visitEnds { visitEnds = max(ends, now + times.warning) }
    }

    private mutating func forget(_ reason: Reason) -> [Effect] {
        place = isOutOfService ? .outOfService : isDaemonThere ? .attract : .unavailable
        (visitEnds, openedEnds, extensions) = (nil, nil, 0)
        return [.forget(reason)]
    }
}

/// How long things last.
nonisolated struct KioskTimes: Equatable, Sendable {
    /// Without a key, until the warning.
    var idle = Duration.seconds(60)
    /// The warning, in which any key puts the end off; WCAG 2.2.1 asks for 20 s at least.
    var warning = Duration.seconds(20)
    /// A visit, unless it is put off.
    var cap = Duration.seconds(600)
    /// How often a visitor may put off the end of the visit; WCAG 2.2.1 asks for ten times at least.
    var extensions = 10
    /// After a door was opened: no less than a warning has.
    var afterOpening = Duration.seconds(20)
    /// Staff, before and after their PIN.
    var staffPIN = Duration.seconds(30)
    var staff = Duration.seconds(120)
}
