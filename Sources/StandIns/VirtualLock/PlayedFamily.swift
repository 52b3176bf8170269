package import LockProtocol
package import NukiProtocol
package import RadioModel
package import SesameProtocol
package import SwitchBotProtocol
package import Wire

/// The lock side of a family of locks. All families are driven in the same way.
///
/// To add a family, add a conforming type in its own file, the family's kinds in ``LockSpecification/Kind``, and the
/// keys and events of its locks in the types below.
package protocol PlayedFamily: Sendable {
    /// Creates a lock with its stored keys. The `clockStart` is the wall clock at time zero, in seconds.
    init(_ specification: LockSpecification, keys: PlayedKeys, clockStart: Int64)

    /// Whether the family's locks send their messages as notifications, which nobody confirms, instead of indications.
    static var notifies: Bool { get }
    /// Returns the local name that a lock advertises if the configuration gives no name. If the lock then advertises
    /// its own name, returns nil.
    static func advertisedName(of specification: LockSpecification) -> String?
    /// Returns the service of one of the family's characteristics.
    static func service(of characteristic: String) -> String?
    /// Returns the services of a lock on air, or nil if a UUID in this package is misspelt.
    static func services(of specification: LockSpecification) -> [GATTService]?

    /// The time at which the lock must be woken, or nil if nothing is pending.
    var wakeAt: Duration? { get }
    /// The lock's advertisement, at most 31 bytes.
    var advertisingData: [UInt8] { get }
    /// The lock's keys and their holders.
    var keys: PlayedKeys { get }
    /// The family-specific members of `state`, which contain no secret.
    var state: JSON { get }

    /// Returns the value of a characteristic that can be read, or nil for any other characteristic.
    func value(of characteristic: BluetoothUUID, at now: Duration) -> [UInt8]?
    /// Handles the new link of a client.
    mutating func connected(mtu: Int, at now: Duration)
    /// Handles the loss of the link.
    mutating func disconnected()
    /// Handles a client's subscription to a characteristic's values, or the end of this subscription.
    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]
    /// Handles the write of a client.
    mutating func written(
        _ value: [UInt8], to characteristic: String, at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]
    /// Handles the wake-up once the clock has passed `wakeAt`.
    mutating func woke(at now: Duration, using random: inout some RandomNumberGenerator) -> [LockOutput<PlayedEvent>]
    /// Switches pairing mode on or off.
    mutating func setPairing(_ isOn: Bool, at now: Duration) -> [LockOutput<PlayedEvent>]
    /// Handles the authorization for which the client is waiting. Returns nil if the family's locks require no
    /// authorization.
    mutating func authorize(
        at now: Duration, using random: inout some RandomNumberGenerator
    ) -> [LockOutput<PlayedEvent>]?
    /// Returns the text of the code with which the lock's owner shares its key. If the family's locks have no such key,
    /// returns nil. A lock without an owner gets an owner. The text is secret.
    mutating func share(
        using random: inout some RandomNumberGenerator
    ) -> (text: String, outputs: [LockOutput<PlayedEvent>])?
    /// Applies the lock's faults.
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
        /// The lock Sesame 5.
        case sesame5 = "sesame_5"
        /// The lock Sesame 5 Pro.
        case sesame5Pro = "sesame_5_pro"
        /// The lock Sesame 5 for the United States.
        case sesame5US = "sesame_5_us"
        /// The SwitchBot Lock.
        case switchBotLock = "switchbot_lock"
        /// The SwitchBot Lock Lite.
        case switchBotLockLite = "switchbot_lock_lite"
        /// The toy lock of the protocol's example, for people who write their own provider.
        case toy

        /// The family that plays locks of this kind.
        var family: any PlayedFamily.Type {
            switch self {
            case .classic, .ultra: PlayedNuki.self
            case .sesame5, .sesame5Pro, .sesame5US: PlayedSesame.self
            case .switchBotLock, .switchBotLockLite: PlayedSwitchBot.self
            case .toy: PlayedToy.self
            }
        }

        /// The list of kinds, for people.
        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }
}

/// Something that happened at a lock. The event contains no secret.
package enum PlayedEvent: Sendable, Equatable {
    /// An event at a Nuki lock.
    case nuki(NukiLockEvent)
    /// An event at a Sesame lock.
    case sesame(SesameLockEvent)
    /// An event at a SwitchBot lock.
    case switchBot(SwitchBotLockEvent)
    /// An event at a toy lock.
    case toy(ToyEvent)

    /// Returns the event's form in the file, which contains no secret.
    package func json(lock: String, at time: Timestamp) -> JSON {
        let own =
            switch self {
            case .nuki(let event): event.json
            case .sesame(let event): event.json
            case .switchBot(let event): event.json
            case .toy(let event): event.json
            }
        let common = JSON.members(("time", .string(time.description)), ("lock", .string(lock)))
        return .object(JSONObject([common, own].flatMap { $0.objectValue?.members ?? [] }))
    }
}

/// The people who can open a lock. They are the content of the lock's file. The keys are secret.
package struct PlayedKeys: Sendable, Equatable {
    /// The clients that a Nuki lock knows.
    package var users: [NukiLockUser]
    /// The key that a Sesame lock shares with its owners, or nil without a key.
    package var secret: SesameDeviceSecret?
    /// The key that a SwitchBot lock shares with its owner, or nil without a key.
    package var switchBot: SwitchBotKey?
    /// The 32 bytes given to a toy lock, or nil without a key.
    package var toy: [UInt8]?

    /// Creates a set of keys, which is empty by default.
    package init(
        users: [NukiLockUser] = [], secret: SesameDeviceSecret? = nil, switchBot: SwitchBotKey? = nil,
        toy: [UInt8]? = nil
    ) {
        self.users = users
        self.secret = secret
        self.switchBot = switchBot
        self.toy = toy
    }

    /// Reads the members of a lock in the file.
    init(in fields: inout JSONFields) throws(FieldFault) {
        users = try fields.values("users", KeptUser.self, count: 0...1_000).map(\.user)
        toy = try fields.optionalString("toy", bytes: 64...64).flatMap(Hex.decode)
        if let text = try fields.optionalString("switchbot", bytes: 35...35) {
            guard let shared = try? SwitchBotSharedKey(text) else { throw fields.fault("switchbot", "must be a key") }
            switchBot = shared.key
        }
        guard let digits = try fields.optionalString("secret", bytes: 32...32) else { return }
        guard let secret = try? SesameDeviceSecret(Hex.decode(digits) ?? []) else {
            throw fields.fault("secret", "must be a secret")
        }
        self.secret = secret
    }

    func write(to writer: inout JSONWriter) {
        writer.member("users", users.map(KeptUser.init))
        writer.member("secret", secret.map { Hex.encode($0.secretBytes) })
        writer.member("switchbot", switchBot.map { SwitchBotSharedKey.text(of: $0) })
        writer.member("toy", toy.map(Hex.encode))
    }
}
