package import RadioModel

/// A message from the virtual radio to a lock (`Protocol/virtual-radio.md`).
package enum RadioMessage: Sendable, Hashable {
    /// The first message on every connection.
    case hello(version: Int)
    case registered(LockAddress)
    /// A message of type `of` was not carried out. `message` is for people.
    case refused(of: String, LockAddress?, Refusal, message: String)
    case connected(LockAddress, mtu: Int)
    case subscribe(LockAddress, id: Int64, CharacteristicPath, SubscriptionMode)
    case read(LockAddress, id: Int64, CharacteristicPath)
    case write(LockAddress, WriteForm, CharacteristicPath, value: [UInt8])
    case confirm(LockAddress, CharacteristicPath)
    case disconnected(LockAddress, DisconnectReason)
    /// The last message on a connection that the broker ends. `message` is for people.
    case goodbye(Goodbye, message: String)

    /// Why a message was not carried out.
    package enum Refusal: String, Sendable, Hashable, CaseIterable {
        case addressTaken = "address_taken"
        case tooManyLocks = "too_many_locks"
        case unknownLock = "unknown_lock"
        case noLink = "no_link"
        case notSubscribed = "not_subscribed"
        case indicationOutstanding = "indication_outstanding"
        case tooLong = "too_long"
        case unknownCharacteristic = "unknown_characteristic"
        case noRequest = "no_request"
    }

    /// The value written to a characteristic's CCCD.
    package enum SubscriptionMode: String, Sendable, Hashable, CaseIterable {
        case none
        case notify
        case indicate
    }

    /// The form in which a write arrives.
    package enum WriteForm: Sendable, Hashable {
        /// The write is one ATT request, which the lock answers.
        case request(id: Int64)
        /// The value is longer than MTU − 3. It is prepared in pieces and delivered as a whole, and the lock answers
        /// it.
        case long(id: Int64)
        /// The write needs no response.
        case command

        /// The id that the answer must contain. If there is no answer, this is nil.
        package var id: Int64? {
            switch self {
            case .request(let id), .long(let id): id
            case .command: nil
            }
        }
    }

    /// Why a link is down.
    package enum DisconnectReason: String, Sendable, Hashable, CaseIterable {
        /// The broker's side closed the link.
        case central
        /// The lock closed the link.
        case peripheral
        /// The other side was silent for the supervision timeout.
        case supervision
        /// The adapter was switched off or disappeared. On the lock's side, this also means that the broker has ended.
        case adapter
    }

    /// Why the broker ends a connection.
    package enum Goodbye: String, Sendable, Hashable, CaseIterable {
        case badJSON = "bad_json"
        case badMessage = "bad_message"
        case lineTooLong = "line_too_long"
        case tooManyConnections = "too_many_connections"
        case shuttingDown = "shutting_down"
    }

    /// The lock for which the message is, or nil for messages about the connection.
    package var address: LockAddress? {
        switch self {
        case .hello, .goodbye: nil
        case .refused(_, let address, _, _): address
        case .registered(let address), .connected(let address, _), .subscribe(let address, _, _, _),
            .read(let address, _, _), .write(let address, _, _, _), .confirm(let address, _),
            .disconnected(let address, _):
            address
        }
    }
}
