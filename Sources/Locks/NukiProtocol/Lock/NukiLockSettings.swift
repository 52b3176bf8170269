/// A virtual lock's fixed properties, as opposed to its state.
package struct NukiLockSettings: Sendable {
    /// The number printed on the lock.
    package var nukiID: UInt32
    /// The UUID that the lock hands out in a pairing, 16 bytes.
    package var uuid: [UInt8]
    /// The lock's kind, which determines how the lock is paired.
    package var kind: NukiLockKind
    /// The name that the owner gave the lock, at most 32 bytes of UTF-8.
    package var name: String
    /// The security PIN: four digits for a classic lock, six for an Ultra, or 0 for a lock without a PIN.
    package var pin: UInt32
    /// The time for which the motor turns in one movement.
    package var movement: Duration
    /// The time for which the latch stays pulled, and for which lock'n'go waits.
    package var hold: Duration
    /// The form in which the lock sends its states. Each generation has its own form.
    package var statesForm: NukiStatesForm
    /// The lock's behavior after a request for an action that changes nothing.
    package var needlessActions: NukiNeedlessActions
    /// The time that the lock's clock shows, in seconds since 1970, at the zero point of all other times.
    package var clockStart: Int64
    /// The number of minutes by which local time is ahead of UTC.
    package var zoneMinutes: Int16
    /// The key pair that the lock uses for pairing. If it must create a new pair each time, this is nil.
    package var keyAgreement: NukiKeyAgreement?
    /// The largest number of users.
    package var maximumUsers = 100
    /// The number of wrong PINs after which the lock refuses to check further PINs.
    package var maximumBadPINs = 5
    /// The time within which a challenge may be answered.
    package var challengeLifetime = Duration.seconds(30)
    /// The time for which the lock keeps a link without traffic.
    package var idleLimit = Duration.seconds(20)
    /// The time for which pairing mode lasts once switched on.
    package var pairingWindow = Duration.seconds(60)

    /// Creates settings for a lock that uses the newest form of states and has quick motors. A UUID that is not 16
    /// bytes long is truncated or padded with zeros.
    package init(nukiID: UInt32, uuid: [UInt8], kind: NukiLockKind = .classic, name: String, pin: UInt32 = 0) {
        self.nukiID = nukiID
        self.uuid = Array((uuid + [UInt8](repeating: 0, count: 16)).prefix(16))
        self.kind = kind
        self.name = name
        self.pin = pin
        movement = .milliseconds(100)
        hold = .milliseconds(100)
        statesForm = .bytes27
        needlessActions = .move
        clockStart = 0
        zoneMinutes = 0
    }
}

/// The number of bytes in a lock's states.
package enum NukiStatesForm: Int, Sendable, CaseIterable {
    /// The form of the first generation.
    case bytes15 = 15
    /// The form in the vendor's document 2.1.
    case bytes19 = 19
    /// The form that includes night mode and accessories.
    case bytes21 = 21
    /// The form that includes connectivity.
    case bytes27 = 27
}

/// The lock's behavior after a request for an action if the bolt is already in the wanted state.
package enum NukiNeedlessActions: Sendable {
    /// The lock turns the motor anyway.
    case move
    /// The lock immediately answers with status 00.
    case complete
}

/// The behavior of a motor when it must turn.
package enum NukiMotor: String, Sendable, CaseIterable {
    /// The motor turns.
    case works
    /// The motor starts, hits an obstacle, and stays between two states: error 42.
    case blocked
    /// The motor has no power, so the bolt stays in its position: error 4A.
    case failed

    var failure: (code: NukiErrorCode, completion: NukiCompletion)? {
        switch self {
        case .works: nil
        case .blocked: (.motorBlocked, .motorBlocked)
        case .failed: (.motorPowerFailure, .motorPowerFailure)
        }
    }
}

/// A client that a lock knows. The value contains the key, and is secret.
package struct NukiLockUser: Sendable, Equatable {
    /// The id under which the lock knows the client.
    package var authID: UInt32
    /// The number that the client has chosen for itself.
    package var appID: UInt32
    /// The name that the client gave when it was paired.
    package var name: String
    /// The client's type: 0 app, 1 bridge, 2 fob, 3 keypad.
    package var type: UInt8
    /// The key that the client shares with the lock.
    package var key: NukiSharedKey
    /// Whether the client is enabled. A disabled client may do nothing.
    package var isEnabled = true
    /// The times at which the client may act, in seconds since 1970. If the client may always act, this is nil.
    package var validTimes: ClosedRange<Int64>?

    /// Creates an enabled user who may act at all times.
    package init(authID: UInt32, appID: UInt32, name: String, type: UInt8 = 0, key: NukiSharedKey) {
        self.authID = authID
        self.appID = appID
        self.name = name
        self.type = type
        self.key = key
    }
}
