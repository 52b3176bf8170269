package import RadioModel

/// One call's exclusive use of one device. The lease begins and ends with the call.
package struct Lease: Sendable, Equatable {
    /// Identifies a lease among all leases that ever existed. The caller chooses it: 128 random bits in base64url.
    package struct ID: Sendable, Hashable {
        package let text: String

        package init(_ text: String) {
            self.text = text
        }
    }

    /// The connection whose call has the lease. Nobody else can use the lease or learn that it exists.
    package struct Owner: Sendable, Hashable {
        package let connection: UInt64

        package init(connection: UInt64) {
            self.connection = connection
        }
    }

    /// Why a lease ends.
    package enum End: Sendable, Hashable {
        /// The call was cancelled, or its connection has ended.
        case cancelled
        /// The call's deadline has passed.
        case deadlinePassed
        /// The link could not be made, or its holder could not be informed.
        case connectFailed(LinkError.Code)
        /// The link ended by itself.
        case lost(LinkLoss)
        /// The client did not take the values that arrived.
        case slowConsumer
    }

    /// Whether the irreversible write has been sent.
    package enum Effect: Sendable, Hashable {
        case none
        /// The write has been sent. After this, no error may claim that nothing happened.
        case unknown
    }

    package let id: ID
    package let device: DeviceAddress
    package let owner: Owner
    /// The characteristics that the holder may use.
    package let allow: Set<CharacteristicPath>
    /// When the call ends, on the caller's clock.
    package let deadline: Duration
    /// The latest time at which the irreversible write may be sent.
    package internal(set) var commitDeadline: Duration

    enum Phase: Sendable, Equatable {
        case connecting
        case open(LinkDescription)
        case ending(End)
    }

    var phase: Phase = .connecting
    var writeInFlight = false
    package internal(set) var effect = Effect.none

    init(
        id: ID, device: DeviceAddress, owner: Owner, allow: Set<CharacteristicPath>, deadline: Duration,
        commitDeadline: Duration
    ) {
        self.id = id
        self.device = device
        self.owner = owner
        self.allow = allow
        self.deadline = deadline
        self.commitDeadline = commitDeadline
    }
}
