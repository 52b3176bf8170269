package import Wire

/// The rules of a person's PIN, and the results of trying one.
package enum PINRules {
    /// How many digits a PIN has.
    package static let digits = 4...8
    /// How many wrong tries of a day wait for nothing; then each waits 30 seconds, doubling to an hour.
    package static let freeTries = 5

    /// Whether a text can be a PIN.
    package static func isPIN(_ text: String) -> Bool {
        digits.contains(text.utf8.count)
            && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The stored form of a person's PINs: nothing from which they can be found without the machine's key.
package struct PINSeals: Sendable, Hashable {
    package var real: [UInt8]
    /// Of the PIN that says that the person is forced; nil without one.
    package var forced: [UInt8]?

    /// The seals of PINs.
    package init(real: [UInt8], forced: [UInt8]? = nil) { (self.real, self.forced) = (real, forced) }
}

/// The result of giving a PIN, or none.
package enum PINTry: Sendable, Hashable {
    /// It is right, or none is needed.
    case free
    /// It is right, and says that the person is forced.
    case forced
    /// One is needed, and none was given.
    case required
    case wrong(WrongTries)
    /// Too many were wrong. `isForced`: it is the one that says that the person is forced, which is heard anyway.
    case limited(Duration, isForced: Bool)

    /// The outcome. Both PINs are compared whatever is given, in the same time. Where none `isRequired`, one that is
    /// given is looked at anyway.
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
