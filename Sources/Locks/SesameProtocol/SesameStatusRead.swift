package import LockProtocol

/// Reads the state in which a lock rests, and sets the lock's clock if the clock is wrong. If the read is not about an
/// action, the machine also asks for the lock's firmware version, but does not depend on an answer. This operation
/// moves nothing.
package struct SesameStatusRead: KeyOperation {
    private enum State: Sendable {
        case idle
        case loggingIn(SesameKeyLink)
        /// The client has logged in. The key side knows whether the clock is wrong, but the first state at rest is
        /// still missing.
        case awaitingRest(SesameKeyLink, setsClock: Bool)
        /// The state is known, and the version is still outstanding.
        case awaitingVersion(SesameKeyLink, SesameMechStatus, setsClock: Bool, until: Duration)
        case settingClock(SesameKeyLink, SesameMechStatus)
        case finished
    }

    /// The largest accepted error of a lock's clock, in seconds. The clock dates the entries of the lock's history.
    package static let clockTolerance: Int64 = 3
    /// The time within which the lock must send its firmware version. The state is valid even without the version.
    package static let versionTime: Duration = .seconds(3)

    private let credential: SesameCredential
    private let asksForUnlocked: Bool
    private let clockStart: Int64
    private let deadline: Duration
    private var state = State.idle
    private var firmware: String?

    /// Creates a read that waits for `started` and ends at `deadline`. The `clockStart` is the wall clock at time zero,
    /// in seconds since 1970. If `asksForUnlocked` is true, the result says whether the bolt is retracted. The lock
    /// does not show who retracted it.
    package init(credential: SesameCredential, asksForUnlocked: Bool = false, clockStart: Int64, deadline: Duration) {
        self.credential = credential
        self.asksForUnlocked = asksForUnlocked
        self.clockStart = clockStart
        self.deadline = deadline
    }

    /// The deadline, or the end of the time for the version.
    package var wakeAt: Duration? {
        switch state {
        case .finished: nil
        case .awaitingVersion(_, _, _, let until): min(until, deadline)
        case .idle, .loggingIn, .awaitingRest, .settingClock: deadline
        }
    }

    /// Continues without the version, or fails with a timeout.
    package mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard now < deadline else { return finish(KeyResult(.timedOut)) }
        guard case .awaitingVersion(let link, let status, let setsClock, let until) = state, now >= until else {
            return []
        }
        return (try? settled(link, status, setsClock: setsClock, at: now)) ?? finish(KeyResult(.timedOut))
    }

    /// Implements ``KeyOperation``.
    package static var linkLost: String { SesameKeyReason.disconnected }

    /// Always false, because a status read has no commit write.
    package var isCommitted: Bool { false }

    /// Implements ``KeyOperation``.
    package mutating func begin(using random: inout some RandomNumberGenerator) -> [KeyAction] {
        guard case .idle = state else { return [] }
        state = .loggingIn(SesameKeyLink(secret: credential.secret))
        return [.phase(.authenticating), SesameKeyLink.subscription]
    }

    /// Implements ``KeyOperation``.
    package mutating func receive(
        _ bytes: [UInt8], on characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [KeyAction] {
        do {
            return try heard(bytes, on: characteristic, at: now)
        } catch {
            return finish(KeyResult(.failed, reason: SesameKeyReason.badReply))
        }
    }

    private mutating func heard(
        _ bytes: [UInt8], on characteristic: String, at now: Duration
    ) throws(SesameError) -> [KeyAction] {
        switch state {
        case .idle, .finished:
            return []
        case .loggingIn(var link):
            let heard = try link.receive(bytes, on: characteristic)
            state = .loggingIn(link)
            switch heard {
            case .token(let login):
                return login
            case .loggedIn(let clock):
                let distance = abs(Int64(clock) - unixSeconds(at: now))
                state = .awaitingRest(link, setsClock: distance > Self.clockTolerance)
                return []
            case .refused(let result):
                return finish(KeyResult(.failed, reason: result.loginReason))
            case .nothing, .report:
                return []
            }
        case .awaitingRest(var link, let setsClock):
            let heard = try link.receive(bytes, on: characteristic)
            state = .awaitingRest(link, setsClock: setsClock)
            guard case .report(.publish(.mechStatus, let payload)) = heard else { return [] }
            let status = try SesameMechStatus(payload: payload)
            guard status.state != .moving else { return [] }
            guard !asksForUnlocked else { return try settled(link, status, setsClock: setsClock, at: now) }
            let writes = try link.write(SesameRequest(.version))
            state = .awaitingVersion(link, status, setsClock: setsClock, until: now + Self.versionTime)
            return writes
        case .awaitingVersion(var link, let status, let setsClock, let until):
            let heard = try link.receive(bytes, on: characteristic)
            state = .awaitingVersion(link, status, setsClock: setsClock, until: until)
            guard case .report(.response(.version, let result, let version)) = heard else { return [] }
            if result == .success { firmware = SesameVersion.text(version) }
            return try settled(link, status, setsClock: setsClock, at: now)
        case .settingClock(var link, let status):
            let heard = try link.receive(bytes, on: characteristic)
            state = .settingClock(link, status)
            // The requested state is known, whether the clock was set or the lock refused to set it.
            guard case .report(.response(.time, _, _)) = heard else { return [] }
            return finish(KeyResult(.succeeded))
        }
    }

    /// Ends the read. The state is known, and also the version if the lock reported one.
    private mutating func settled(
        _ link: SesameKeyLink, _ status: SesameMechStatus, setsClock: Bool, at now: Duration
    ) throws(SesameError) -> [KeyAction] {
        setsClock ? try setClock(link, status, at: now) : finish(reading(status))
    }

    private mutating func setClock(
        _ link: SesameKeyLink, _ status: SesameMechStatus, at now: Duration
    ) throws(SesameError) -> [KeyAction] {
        var link = link
        var time: [UInt8] = []
        time.append(littleEndian: UInt32(truncatingIfNeeded: unixSeconds(at: now)))
        let writes = try link.write(SesameRequest(.time, time))
        state = .settingClock(link, status)
        return writes
    }

    private func unixSeconds(at now: Duration) -> Int64 {
        clockStart.addingReportingOverflow(now.components.seconds).partialValue
    }

    private func reading(_ status: SesameMechStatus) -> KeyResult {
        var result = KeyResult(.succeeded)
        if asksForUnlocked { result.isInWantedState = status.state == .unlocked }
        result.state = status.state.rawValue
        result.evidence = status.payload
        result.reading = status.reading
        result.reading?.firmware = firmware
        return result
    }

    /// Implements ``KeyOperation``.
    package mutating func finish(_ result: KeyResult) -> [KeyAction] {
        switch state {
        case .finished:
            return []
        case .awaitingVersion(_, let status, _, _), .settingClock(_, let status):
            // The state is known, however the further request ended.
            state = .finished
            return [.finish(reading(status))]
        case .idle, .loggingIn, .awaitingRest:
            state = .finished
            return [.finish(result)]
        }
    }
}
