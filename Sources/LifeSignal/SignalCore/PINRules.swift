package import Wire

/// The rules for a person's PIN, and the results of trying one.
package enum PINRules {
    /// How many digits a PIN has.
    package static let digits = 4...8
    /// How many wrong tries per day cause no wait. Each further wrong try causes a wait: 30 seconds at first, then
    /// doubling up to an hour.
    package static let freeTries = 5

    /// Whether a text is a valid PIN.
    package static func isPIN(_ text: String) -> Bool {
        digits.contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The sealed form in which a person's PINs are stored. Without the machine's key, the PINs cannot be recovered from
/// their sealed form.
package struct PINSeals: Sendable, Hashable {
    package var real: [UInt8]
    /// The seal of the duress PIN, or nil if the person has no duress PIN. This PIN signals that the person is being
    /// forced.
    package var forced: [UInt8]?

    /// Creates a record of PIN seals.
    package init(real: [UInt8], forced: [UInt8]? = nil) { (self.real, self.forced) = (real, forced) }
}

/// The result of a call with or without a PIN.
package enum PINTry: Sendable, Hashable {
    /// The PIN is correct, or the call needs none.
    case free
    /// The duress PIN was given, which signals that the person is being forced.
    case forced
    /// The call needs a PIN, but none was given.
    case required
    case wrong(WrongTries)
    /// There were too many wrong tries, so the person has to wait. The value `isForced` says whether the duress PIN was
    /// given. The duress PIN takes effect despite the wait.
    case limited(Duration, isForced: Bool)

    /// Determines the result of a call with or without a PIN. A given PIN is always compared with both stored PINs, in
    /// constant time. If a PIN is given, it is checked even if the call needs none (`isRequired` is false).
    package init(
        _ seal: [UInt8]?, of seals: PINSeals?, after tries: WrongTries?, isRequired: Bool, at now: Timestamp
    ) {
        guard let seals else {
            self = .free
            return
        }
        guard let seal else {
            self = isRequired ? .required : .free
            return
        }
        let isReal = Self.isSame(seal, seals.real)
        let isForced = Self.isSame(seal, seals.forced ?? [UInt8](repeating: 0, count: seals.real.count))
        if let wait = tries?.wait(at: now, free: PINRules.freeTries) {
            self = .limited(wait, isForced: isForced && seals.forced != nil)
        } else if isReal {
            self = .free
        } else if isForced, seals.forced != nil {
            self = .forced
        } else {
            self = .wrong(tries?.failed(at: now) ?? WrongTries(count: 1, since: now, last: now))
        }
    }

    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
