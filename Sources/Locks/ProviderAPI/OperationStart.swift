package import RadioModel
package import Wire

/// What a provider is to do on which link: the item `start` of `operation.run`.
package struct OperationStart: Sendable, Hashable {
    /// The kinds of operation.
    package enum Operation: String, Sendable, Hashable, CaseIterable {
        /// Open the door, once.
        case unlock
        /// Pair with the lock and answer with a credential.
        case bind
        /// Read what the lock says of itself.
        case status
        /// Change the key of a lock that is bound, and give up the old one where the lock allows that.
        case rotate
    }

    /// What to do.
    package var operation: Operation
    /// Whether an unlock also pulls the latch; nil means it does not. For a status: the action whose end is asked
    /// about.
    package var action: LockAction?
    /// Who opens, for the lock's own log; at most 20 bytes.
    package var label: String?
    /// The name under which the lock lists us after a bind; at most 32 bytes.
    package var name: String?
    /// The credential that an earlier bind answered with.
    ///
    /// Secret; needed for all but a bind.
    package var credential: [UInt8]?
    /// For a rotation: the lock's PIN, as the person entered it, at most ten digits; nil without a PIN.
    ///
    /// Secret.
    package var pin: String?
    /// For a bind of a lock that has an owner: the key that the owner shares, as the person entered it; nil to register
    /// a lock without a key.
    ///
    /// Secret, and at most 512 bytes. Only for a provider whose manifest asks for it.
    package var sharedKey: String?
    /// The largest ATT packet, in bytes; a value may have three bytes less.
    package var mtu: Int
    /// The device's services, as it declares them.
    package var services: [GATTService]
    /// How long the operation may take from now.
    package var deadline: Duration

    /// A start without anything secret in it yet.
    package init(
        _ operation: Operation,
        action: LockAction? = nil,
        label: String? = nil,
        name: String? = nil,
        credential: [UInt8]? = nil,
        pin: String? = nil,
        sharedKey: String? = nil,
        mtu: Int,
        services: [GATTService],
        deadline: Duration
    ) {
        self.operation = operation
        self.action = action
        self.label = label
        self.name = name
        self.credential = credential
        self.pin = pin
        self.sharedKey = sharedKey
        self.mtu = mtu
        self.services = services
        self.deadline = deadline
    }
}

extension OperationStart: JSONRecord {
    /// The limit of a credential, in bytes: what 4,096 characters of base64url hold.
    package static let secretLimit = 3_072

    package init(fields: inout JSONFields) throws(FieldFault) {
        operation = try fields.enumeration("operation")
        action = try fields.optionalEnumeration("action")
        label = try fields.optionalString("label", bytes: 0...80)
        name = try fields.optionalString("name", bytes: 0...128)
        credential = try fields.optionalBytes("credential", count: 0...Self.secretLimit)
        pin = try fields.optionalString("pin", bytes: 1...10)
        sharedKey = try fields.optionalString("shared_key", bytes: 1...512)
        mtu = Int(try fields.integer("mtu", in: 23...517))
        services = try fields.values("services", count: 0...GATTService.limit)
        deadline = .milliseconds(try fields.integer("deadline_ms", in: 0...300_000))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("operation", operation.rawValue)
        writer.member("action", action?.rawValue)
        writer.member("label", label)
        writer.member("name", name)
        writer.member("credential", credential.map { Base64URL.encode($0) })
        writer.member("pin", pin)
        writer.member("shared_key", sharedKey)
        writer.member("mtu", mtu)
        writer.member("services", services)
        writer.member("deadline_ms", deadline.milliseconds)
    }
}
