package import RadioModel
package import Wire

/// A lock that was paired with this machine, and the lock's door. A binding alone opens nothing, because the cloud
/// decides who may enter.
package struct Binding: Sendable, Hashable {
    /// The lock's action when access is granted.
    package typealias Action = LockAction

    /// The object in a workspace to which a lock is bound.
    package enum Target: Sendable, Hashable {
        case entrance(String)
        case device(String)
    }

    package var id: String
    /// The provider's name on this system, for example `nuki`.
    package var provider: String
    package var device: DeviceAddress
    package var name: String?
    /// The name that the lock uses for itself, such as a Nuki id. People can compare it.
    package var identity: String?
    package var workspaceID: String
    package var target: Target
    package var action: Action
    package var boundAt: Timestamp
    package var boundByUID: UInt32
    /// The name under which the lock lists this machine. It is set if this name is no longer the first one: see
    /// ``nameInLock``.
    package var listedAs: String?
    /// Whether the lock has not proved yet that it has this machine's key. This is set only in the answer to a caller
    /// that binds a lock, and is not stored.
    package var isUnverified = false
    /// When the lock was last heard on the air since the daemon started. This is set only in answers. If the lock has
    /// not been heard, the value is nil.
    package var heardAt: Timestamp?
    /// The lock's last report about itself. This is set only in answers. The value is nil before the first report.
    package var status: LockStatus?

    package init(
        id: String, provider: String, device: DeviceAddress, name: String? = nil, identity: String? = nil,
        workspaceID: String, target: Target, action: Action, boundAt: Timestamp, boundByUID: UInt32
    ) {
        self.id = id
        self.provider = provider
        self.device = device
        self.name = name
        self.identity = identity
        self.workspaceID = workspaceID
        self.target = target
        self.action = action
        self.boundAt = boundAt
        self.boundByUID = boundByUID
    }

    /// The first name under which the lock lists this machine. Each binding has its own name, because a lock drops an
    /// earlier user of the same name.
    package static func nameInLock(_ name: String?, id: String) -> String { name ?? "Seam " + id.suffix(6) }

    /// The name under which the lock lists this machine now.
    package var nameInLock: String { listedAs ?? Self.nameInLock(name, id: id) }

    /// The name for this machine's next key in the lock's list, for example `Front Door 2`. The list has room for names
    /// of 32 bytes.
    package var nextNameInLock: String {
        let first = Self.nameInLock(name, id: id)
        let number = listedAs.flatMap { $0.split(separator: " ").last }.flatMap { Int($0) } ?? 1
        var base = first
        while base.utf8.count > 24 { base.removeLast() }
        return "\(base) \(number < 999_999 ? number + 1 : 2)"
    }

    package var entranceID: String? { if case .entrance(let id) = target { id } else { nil } }
    package var deviceID: String? { if case .device(let id) = target { id } else { nil } }
}

extension Binding: JSONCodable {
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        id = try fields.string("binding_id", bytes: 1...128)
        provider = try fields.string("provider", bytes: 1...32)
        device = try fields.value("device")
        name = try fields.optionalString("name", bytes: 0...1024)
        identity = try fields.optionalString("identity", bytes: 0...1024)
        listedAs = try fields.optionalString("listed_as", bytes: 0...1024)
        workspaceID = try fields.string("workspace_id", bytes: 1...128)
        let entranceID = try fields.optionalString("entrance_id", bytes: 1...128)
        let deviceID = try fields.optionalString("device_id", bytes: 1...128)
        switch (entranceID, deviceID) {
        case (let id?, nil): target = .entrance(id)
        case (nil, let id?): target = .device(id)
        case (nil, nil), (.some, .some):
            throw FieldFault(path, "must have exactly one of entrance_id and device_id")
        }
        action = try fields.enumeration("action")
        boundAt = try fields.timestamp("bound_at")
        boundByUID = UInt32(try fields.integer("bound_by_uid", in: 0...Int64(UInt32.max)))
        isUnverified = try fields.optionalBool("unverified") ?? false
        heardAt = try fields.optionalTimestamp("heard_at")
        status = try fields.optionalValue("status")
    }

    package var json: JSON {
        .members(
            ("binding_id", .string(id)),
            ("provider", .string(provider)),
            ("device", device.json),
            ("name", name.map(JSON.string)),
            ("identity", identity.map(JSON.string)),
            ("listed_as", listedAs.map(JSON.string)),
            ("workspace_id", .string(workspaceID)),
            ("entrance_id", entranceID.map(JSON.string)),
            ("device_id", deviceID.map(JSON.string)),
            ("action", .string(action.rawValue)),
            ("bound_at", .string(boundAt.description)),
            ("bound_by_uid", .integer(Int64(boundByUID))),
            ("unverified", isUnverified ? true : nil),
            ("heard_at", heardAt.map { .string($0.description) }),
            ("status", status?.json)
        )
    }
}
