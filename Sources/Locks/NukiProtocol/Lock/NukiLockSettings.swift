/// A virtual lock's fixed properties, as opposed to its state.
package struct NukiLockSettings: Sendable {
    /// The printed number.
    package var nukiID: UInt32
    /// The UUID that a pairing hands out, 16 bytes.
    package var uuid: [UInt8]
    /// Which pairing it has.
    package var kind: NukiLockKind
    /// The name that its owner gave it, at most 32 bytes of UTF-8.
    package var name: String
    /// The security PIN: four digits for a classic lock, six for an Ultra; 0 for a lock without a PIN.
    package var pin: UInt32
    /// How long the motor turns for one movement.
    package var movement: Duration
    /// How long the latch stays pulled, and how long lock'n'go waits.
    package var hold: Duration
    /// The generation whose form of the states it sends.
    package var statesForm: NukiStatesForm
    /// How it answers an action that changes nothing.
    package var needlessActions: NukiNeedlessActions
    /// The lock's clock: seconds since 1970 at the moment from which all other times are counted.
    package var clockStart: Int64
    /// Minutes that local time is ahead of UTC.
    package var zoneMinutes: Int16
    /// The key pair that it uses for pairing; nil to create a new one each time.
    package var keyAgreement: NukiKeyAgreement?
    /// The maximum number of users.
    package var maximumUsers = 100
    /// The number of wrong PINs after which it refuses to check more.
    package var maximumBadPINs = 5
    /// How long a challenge may be answered.
    package var challengeLifetime = Duration.seconds(30)
    /// How long a link without traffic is kept.
    package var idleLimit = Duration.seconds(20)
    /// How long pairing mode lasts once switched on.
    package var pairingWindow = Duration.seconds(60)

    /// Creates a lock with the newest form of states and quick motors. A UUID that is not 16 bytes long is truncated or
    /// padded with zeros.
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

/// How many bytes a lock's states have.
package enum NukiStatesForm: Int, Sendable, CaseIterable {
    /// The first generation's form.
    case bytes15 = 15
    /// The form in the vendor's document 2.1.
    case bytes19 = 19
    /// The form with night mode and accessories.
    case bytes21 = 21
    /// The form with connectivity.
    case bytes27 = 27
}

/// What an action does if the bolt is already where it should be.
package enum NukiNeedlessActions: Sendable {
    /// Turns the motor anyway.
    case move
    /// Immediately answers with status 00.
    case complete
}

/// How the motor behaves when told to turn.
package enum NukiMotor: String, Sendable, CaseIterable {
    /// It turns.
    case works
    /// It starts, hits an obstacle, and stays between two states: error 42.
    case blocked
    /// It has no power, and the bolt stays where it was: error 4A.
    case failed

    var failure: (code: NukiErrorCode, completion: NukiCompletion)? {
        switch self {
        case .works: nil
        case .blocked: (.motorBlocked, .motorBlocked)
        case .failed: (.motorPowerFailure, .motorPowerFailure)
        }
    }
}

/// A client that a lock knows. Contains the key: secret.
package struct NukiLockUser: Sendable, Equatable {
    /// The id under which the lock knows it.
    package var authID: UInt32
    /// Its own number for itself.
    package var appID: UInt32
    /// The name it gave when it was paired.
    package var name: String
    /// 0 app, 1 bridge, 2 fob, 3 keypad.
    package var type: UInt8
    /// The key it shares with the lock.
    package var key: NukiSharedKey
    /// Whether it may do anything at all.
    package var isEnabled = true
    /// When it may act, in seconds since 1970; nil for always.
    package var validTimes: ClosedRange<Int64>?

    /// Creates a user that is enabled at all times.
    package init(authID: UInt32, appID: UInt32, name: String, type: UInt8 = 0, key: NukiSharedKey) {
        self.authID = authID
        self.appID = appID
        self.name = name
        self.type = type
        self.key = key
    }
}
