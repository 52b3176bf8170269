package import Wire

/// The rules for people's phones, and for the codes that pair them.
package enum DeviceRules {
    /// How long a code for pairing is valid. A device counts as freshly paired for the same time.
    package static let pairingLifetime = Duration.seconds(600)
    /// How long a device stays without being used.
    package static let deviceLifetime = Duration.seconds(86_400 * 180)
    /// How exactly the last use of a device is stored, so that most uses write nothing.
    package static let useStep = Duration.seconds(3_600)
    /// The most devices of a person.
    package static let mostDevices = 10
    /// The most open codes of a person, and of all people together.
    package static let (mostOpen, mostOpenInAll) = (3, 256)
    /// The number of bytes of a token.
    package static let tokenLength = 16

    /// The letters of codes. Without vowels no code is a word, and no letter looks like another (RFC 8628, 6.1).
    package static let alphabet = Array("BCDFGHJKLMNPQRSTVWXZ")
    /// The number of letters of a code: 34 bits. A code is guessed only while it is open, and by few tries.
    package static let letterCount = 8

    /// A code of letters from random bytes, or nil if there are too few of them. Bytes that would make some letters
    /// more likely than others are left out. Twice as many bytes as letters almost always suffice.
    package static func letters(from random: [UInt8]) -> String? {
        let limit = 256 / alphabet.count * alphabet.count
        let fair = random.filter { Int($0) < limit }.prefix(letterCount)
        guard fair.count == letterCount else { return nil }
        return String(fair.map { alphabet[Int($0) % alphabet.count] })
    }

    /// A code as people read it: `BCDF-GHJK`.
    package static func grouped(_ letters: String) -> String {
        "\(letters.prefix(letterCount / 2))-\(letters.dropFirst(letterCount / 2))"
    }

    /// The code that somebody has typed, with or without hyphens and blanks. Returns nil if it cannot be a code.
    package static func letters(typed text: String) -> String? {
        let letters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.count == letterCount, letters.allSatisfy(alphabet.contains) else { return nil }
        return letters
    }
}

/// A code that a phone can still use.
package struct OpenPairing<Session: Sendable & Hashable>: Sendable, Hashable {
    /// The id that the device will have.
    package var id: [UInt8]
    package var person: SignalPersonID
    /// The session that has made the code. It must still be the person's when the code is used.
    package var session: Session
    /// The HMACs of the token and of the letters. The code itself is not kept.
    package var seals: [[UInt8]]
    package var expiresAt: Timestamp

    /// Creates an open code.
    package init(id: [UInt8], person: SignalPersonID, session: Session, seals: [[UInt8]], expiresAt: Timestamp) {
        (self.id, self.person, self.session) = (id, person, session)
        (self.seals, self.expiresAt) = (seals, expiresAt)
    }
}

/// The open codes. Each can be used once.
package struct OpenPairings<Session: Sendable & Hashable>: Sendable {
    package typealias Pairing = OpenPairing<Session>

    private var open: [Pairing] = []

    /// Starts without codes.
    package init() {}

    /// Adds a code. Returns false and adds nothing if the person, or all people together, have too many.
    package mutating func add(_ pairing: Pairing, at now: Timestamp) -> Bool {
        let valid = open.filter { now < $0.expiresAt }
        guard valid.count < DeviceRules.mostOpenInAll,
            valid.count(where: { $0.person == pairing.person }) < DeviceRules.mostOpen
        else { return false }
        open.append(pairing)
        return true
    }

    /// Takes out the code with one of these seals. If no code has such a seal, or if the code has expired, returns nil.
    /// The comparison takes the same time for every seal.
    package mutating func take(_ seals: [[UInt8]], at now: Timestamp) -> Pairing? {
        var found: Int?
        for (index, pairing) in open.enumerated() {
            for own in pairing.seals {
                for seal in seals where Self.isSame(own, seal) { found = index }
            }
        }
        guard let found, now < open[found].expiresAt else { return nil }
        return open.remove(at: found)
    }

    /// Takes out the codes that are over.
    package mutating func takeOver(at now: Timestamp) -> [Pairing] { takeAll { $0.expiresAt <= now } }

    /// Takes out all codes for which `isEnding` returns true.
    package mutating func takeAll(_ isEnding: (Pairing) -> Bool) -> [Pairing] {
        let ending = open.filter(isEnding)
        open.removeAll(where: isEnding)
        return ending
    }

    /// Adds a code again that could not be used because of a fault of ours.
    package mutating func giveBack(_ pairing: Pairing) { open.append(pairing) }

    private static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
