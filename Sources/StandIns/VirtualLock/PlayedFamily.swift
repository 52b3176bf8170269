package import LockProtocol
package import NukiProtocol
package import RadioModel
package import SesameProtocol
package import Wire

/// The lock side of one family, driven in the same way as every other.
///
/// To add a family, add a conforming type in its own file, its kinds in ``LockSpecification/Kind``, and what its locks
/// keep and record below.
package protocol PlayedFamily: Sendable {
    /// A lock with its previously kept keys. `clockStart` is the wall clock, in seconds, at time zero.
    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64)

    /// Whether its locks notify their messages, which nobody confirms, instead of indicating them.
    static var notifies: Bool { get }
    /// The local name that a lock advertises if the configuration names none; nil for the lock's own name.
    static func advertisedName(of specification: LockSpecification) -> String?
    /// The service of one of its characteristics.
    static func service(of characteristic: String) -> String?
    /// A lock's presence on air; nil only if one of this package's UUIDs were misspelt.
    static func services(of specification: LockSpecification) -> [GATTService]?

    /// When `woke` has something to do; nil when nothing is pending.
    var wakeAt: Duration? { get }
    /// Its advertisement, at most 31 bytes.
    var advertisingData: [UInt8] { get }
    /// Its keys and their holders.
    var keys: PlayedKeys { get }
    /// The family-specific members of `state`; nothing in them is secret.
    var state: JSON { get }

    /// The value of a characteristic that can be read; nil for any other.
    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]?
    /// Handles a client's new link.
    mutating func connected(mtu: Int, at now: Duration)
    /// Handles the loss of the link.
    mutating func disconnected()
    /// Handles a client subscribing to a characteristic's values, or unsubscribing.
    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]
    /// Handles a client's write.
    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]
    /// Handles the clock passing `wakeAt`.
    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>]
    /// Switches pairing mode.
    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>]
    /// Handles the authorization that the client is waiting for; nil if the family's locks require none.
    mutating func authorize(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]?
    /// The text of the code that the lock's owner uses to share its key; nil if the family's locks have no such key. A
    /// lock without an owner gets one. Secret.
    mutating func share(
        using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [LockOutput<PlayedEvent>])?
    /// Takes note of the lock's faults.
    mutating func play(_ faults: [LockFault.Kind: LockFault])
}

extension PlayedFamily {
    mutating func authorize(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]? { nil }

    mutating func share(
        using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [LockOutput<PlayedEvent>])? { nil }
}

extension LockSpecification {
    /// The kind of lock.
    package enum Kind: String, Sendable, CaseIterable {
        /// A Nuki lock that is paired with a button.
        case classic
        /// A Nuki lock that is paired with a button and its PIN.
        case ultra
        /// Sesame 5.
        case sesame5 = "sesame_5"
        /// Sesame 5 Pro.
        case sesame5Pro = "sesame_5_pro"
        /// Sesame 5 for the United States.
        case sesame5US = "sesame_5_us"
        /// The toy lock of the protocol's example, for people who write their own provider.
        case toy

        /// Which family plays it.
        var family: any PlayedFamily.Type {
            switch self {
            case .classic, .ultra: PlayedNuki.self
            case .sesame5, .sesame5Pro, .sesame5US: PlayedSesame.self
            case .toy: PlayedToy.self
            }
        }

        /// The kinds, for people.
        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }
}

/// Something that happened at a lock; contains nothing secret.
package enum PlayedEvent: Sendable, Equatable {
    /// At a Nuki lock.
    case nuki(NukiLockEvent)
    /// At a Sesame lock.
    case sesame(SesameLockEvent)
    /// At a toy lock.
    case toy(ToyEvent)

    /// The event's form in the file; nothing in it is secret.
    package func json(lock: String, at time: Timestamp) -> JSON {
        let own =
            switch self {
            case .nuki(let event): event.json
            case .sesame(let event): event.json
            case .toy(let event): event.json
            }
        let common = JSON.members(("time", .string(time.description)), ("lock", .string(lock)))
        return .object(JSONObject([common, own].flatMap { $0.objectValue?.members ?? [] }))
    }
}

/// The people who can open a lock: the content of the lock's file. Secret.
package struct PlayedKeys: Sendable, Equatable {
    /// The clients that a Nuki lock knows.
    package var users: [NukiLockUser]
    /// The key that a Sesame lock shares with its owners.
    package var secret: SesameDeviceSecret?
    /// The 32 bytes given to a toy lock.
    package var toy: [UInt8]?

    /// No keys, unless given.
    package init(users: [NukiLockUser] = [], secret: SesameDeviceSecret? = nil, toy: [UInt8]? = nil) {
        self.users = users
        self.secret = secret
        self.toy = toy
    }

    /// Reads the members of a lock in the file.
    init(in fields: inout JSONFields) throws(FieldFault) {
        users = try fields.values("users", KeptUser.self, count: 0...1_000).map(\.user)
        toy = try fields.optionalString("toy", bytes: 64...64).flatMap(Hex.decode)
        guard let digits = try fields.optionalString("secret", bytes: 32...32) else { return }
        guard let secret = try? SesameDeviceSecret(Hex.decode(digits) ?? []) else {
            throw fields.fault("secret", "must be a secret")
        }
        self.secret = secret
    }

    func write(to writer: inout JSONWriter) {
        writer.member("users", users.map(KeptUser.init))
        writer.member("secret", secret.map { Hex.encode($0.secretBytes) })
        writer.member("toy", toy.map(Hex.encode))
    }
}
