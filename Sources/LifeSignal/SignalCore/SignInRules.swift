package import Wire

/// The rules for requesting a code and for trying a code (NIST SP 800-63B-4 and LifeSignal's threats T5, T6).
package enum SignInRules {
    /// How long a code is valid.
    package static let codeLifetime = Duration.seconds(600)
    /// How many wrong tries a code allows.
    package static let triesPerCode = 5
    /// How many codes per hour a user may request for one number.
    package static let requestsPerHour = 3
    /// How many codes per day a user may request for one number. Requests by other users do not count against the
    /// number's owner.
    package static let requestsPerDay = 10
    /// How many wrong tries one number allows per day before each further try has to wait.
    package static let triesPerDay = 15
    /// The first and the longest wait after a wrong try. Each wait is twice as long as the one before.
    package static let (firstWait, longestWait) = (Duration.seconds(30), Duration.seconds(3_600))

    /// How long a user has to wait before requesting another code for a number. If there is no wait, this is nil.
    /// `earlier` lists the times within the last day at which the user requested a code for the number.
    package static func wait(after earlier: [Timestamp], at now: Timestamp) -> Duration? {
        let waits = [
            wait(for: earlier, most: requestsPerHour, within: .seconds(3_600), at: now),
            wait(for: earlier, most: requestsPerDay, within: .seconds(86_400), at: now),
        ]
        return waits.compactMap { $0 }.max()
    }

    /// The time until fewer than `most` of the moments lie within the last `span`.
    private static func wait(
        for moments: [Timestamp], most: Int, within span: Duration, at now: Timestamp
    ) -> Duration? {
        let recent = moments.filter { $0.duration(to: now) < span }.sorted()
        guard recent.count >= most else { return nil }
        return max(.milliseconds(1), span - recent[recent.count - most].duration(to: now))
    }

    /// Derives a six-digit code from a random 64-bit number. The bias is about 10⁻¹³.
    package static func code(from random: UInt64) -> String {
        let digits = String(random % 1_000_000)
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}

/// A session's open request for a code.
package struct PendingSignIn: Sendable, Hashable {
    package var phone: String
    package var code: String
    package var expiresAt: Timestamp
    /// The number of wrong tries so far.
    package var tries: Int
    /// Whether an administrator has given out the code. Otherwise, the code was sent to the number. An administrator's
    /// code may create a new person where registration is by invitation.
    package var isIssued: Bool
    /// The person whose number the code changes. The value is nil if the code signs somebody in.
    package var person: SignalPersonID?

    /// Creates a request on which nobody has tried a code yet.
    package init(
        phone: String, code: String, expiresAt: Timestamp, tries: Int = 0, isIssued: Bool = false,
        person: SignalPersonID? = nil
    ) {
        self.person = person
        self.phone = phone
        self.code = code
        self.expiresAt = expiresAt
        self.tries = tries
        self.isIssued = isIssued
    }

    /// Whether the code can still be used at a time.
    package func isOpen(at now: Timestamp) -> Bool { now < expiresAt && tries < SignInRules.triesPerCode }
}

/// Makes sure that printed output does not contain the number and the code.
extension PendingSignIn: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a request for a code" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The wrong tries for one number. Requesting a new code does not reset the wrong tries.
package struct WrongTries: Sendable, Hashable {
    package var count: Int
    /// When the first of the wrong tries was made.
    package var since: Timestamp
    package var last: Timestamp

    /// Creates a record of wrong tries.
    package init(count: Int, since: Timestamp, last: Timestamp) {
        self.count = count
        self.since = since
        self.last = last
    }

    /// How long the next try has to wait. If there is no wait, this is nil. `free` is the number of tries per day
    /// without a wait.
    package func wait(at now: Timestamp, free: Int = SignInRules.triesPerDay) -> Duration? {
        guard since.duration(to: now) < .seconds(86_400), count >= free else { return nil }
        let doublings = min(count - free, 7)
        let pause = min(SignInRules.longestWait, SignInRules.firstWait * (1 << doublings))
        let rest = pause - last.duration(to: now)
        return rest > .zero ? rest : nil
    }

    /// Counts one more wrong try.
    package func failed(at now: Timestamp) -> WrongTries {
        guard since.duration(to: now) < .seconds(86_400) else { return WrongTries(count: 1, since: now, last: now) }
        return WrongTries(count: count + 1, since: since, last: now)
    }
}

/// The result of trying a code.
package enum CodeTry: Sendable, Hashable {
    case right
    /// The code was wrong. The values are the request with this try counted, and the wrong tries for the number.
    case wrong(PendingSignIn, WrongTries)
    /// The session no longer has a valid code.
    case over
    case limited(Duration)

    /// Determines the result of a try. The comparison takes constant time. The argument `isWelcome` is true in two
    /// cases: the number belongs to somebody, or anyone may register here. The first try of an issued code does not
    /// wait because of other people's wrong tries. For this reason, nobody can lock out a number's owner by flooding
    /// the number with tries. Later tries do wait, so that asking an administrator for a code buys only one guess.
    package init(
        _ code: String, of pending: PendingSignIn?, after tries: WrongTries?, isWelcome: Bool, at now: Timestamp
    ) {
        guard var pending, pending.isOpen(at: now) else {
            self = .over
            return
        }
        if !pending.isIssued || pending.tries > 0, let wait = tries?.wait(at: now) {
            self = .limited(wait)
            return
        }
        let difference = zip(code.utf8, pending.code.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
        let isRight = difference == 0 && code.utf8.count == pending.code.utf8.count
        // If nobody may register here with the number, no code is correct.
        if isRight, isWelcome || pending.isIssued {
            self = .right
            return
        }
        pending.tries += 1
        self = .wrong(pending, tries?.failed(at: now) ?? WrongTries(count: 1, since: now, last: now))
    }
}
