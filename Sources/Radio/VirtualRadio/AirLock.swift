import RadioCore
import RadioModel
import Wire

/// A lock as radios receive it.
struct AirLock: Sendable, Equatable {
    var profile: VirtualLockProfile
    /// The connection that plays the lock. If this connection has closed and the link has not ended yet, this is nil.
    var player: AirConnectionID?
    var inRange = true
    var connectable = true
    var nextAdvertisement: Duration
    var link: AirLink?

    /// The lock's device. If the address is one that no profile can have, this is nil.
    var device: DeviceAddress? {
        DeviceAddress(address: profile.address.description, kind: profile.addressType)
    }

    var isHeard: Bool { inRange && player != nil }

    /// The advertising data and the scan response combined, as a stack reports them.
    var content: AdvertisedContent {
        let name = profile.name.map { Array($0.utf8) } ?? []
        let element: [UInt8] = name.isEmpty ? [] : [UInt8(name.count + 1), 0x09] + name
        return AdvertisedContent(parsing: profile.advertising + profile.scanResponse + element)
    }
}

/// A link, or an attempt to make a link.
struct AirLink: Sendable, Equatable {
    enum Phase: Sendable, Equatable {
        /// The attempt waits for the lock's next advertisement. The caller with this tag gets the answer.
        case connecting(AirTag, until: Duration)
        case up(AirSession)
    }

    var phase: Phase

    var session: AirSession? {
        get { if case .up(let session) = phase { session } else { nil } }
        set { if let newValue { phase = .up(newValue) } }
    }
}

/// The state that exists as long as a link is up.
struct AirSession: Sendable, Equatable {
    let mtu: Int
    var request: AirRequest?
    var subscriptions: [CharacteristicPath: RadioMessage.SubscriptionMode] = [:]
    /// The indication that must be confirmed, and the time for the confirmation.
    var confirmation: Confirmation?
    /// The time at which the link will be given up. It is set once the lock is out of range.
    var lostAt: Duration?

    struct Confirmation: Sendable, Equatable {
        let path: CharacteristicPath
        let due: Duration
    }

    init(mtu: Int) {
        self.mtu = mtu
    }
}

/// The one ATT request that a link carries.
struct AirRequest: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case read
        case write
        case subscribe(CharacteristicPath, RadioMessage.SubscriptionMode)
    }

    let id: Int64
    let kind: Kind
    /// The caller that waits for the answer. When no caller waits, this is nil.
    var tag: AirTag?
    /// When ATT gives up the request.
    let deadline: Duration
}

/// Identifies one connection to the virtual radio's socket.
struct AirConnectionID: Sendable, Hashable {
    let number: UInt64
}

/// Identifies one caller of the driver that waits for an answer.
struct AirTag: Sendable, Hashable {
    let number: UInt64
}

/// The result for a caller of the driver.
enum AirAnswer: Sendable, Hashable {
    case link(LinkDescription)
    case value([UInt8])
    case done
}

/// One of the air's decisions. The caller carries out the decisions immediately, in order.
enum AirAction: Sendable, Equatable {
    case send(AirConnectionID, RadioMessage)
    case report(RadioEvent)
    case answer(AirTag, Result<AirAnswer, LinkError>)
}
