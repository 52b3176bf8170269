package import Wire

/// A key to a bound lock that an administrator of this machine has given to a user or a group, without the cloud.
package struct LocalGrant: Sendable, Hashable {
    /// The holder of the key.
    package enum Subject: Sendable, Hashable {
        case user(UInt32)
        /// All users whose process was in the group when it connected.
        case group(UInt32)
    }

    /// The binding of the lock that the key opens.
    package var bindingID: String
    package var subject: Subject
    /// When the key becomes valid. If it is already valid, this is nil.
    package var startsAt: Timestamp?
    /// When the key expires. At that instant, the key is no longer valid. If the key is valid until it is revoked, the
    /// value is nil.
    package var endsAt: Timestamp?
    package var grantedAt: Timestamp
    package var grantedByUID: UInt32

    package init(
        bindingID: String, subject: Subject, startsAt: Timestamp? = nil, endsAt: Timestamp? = nil,
        grantedAt: Timestamp, grantedByUID: UInt32
    ) {
        self.bindingID = bindingID
        self.subject = subject
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.grantedAt = grantedAt
        self.grantedByUID = grantedByUID
    }

    /// The largest number of a user or group. The next number means "none".
    package static let largestAccount = Int64(UInt32.max) - 1

    package var uid: UInt32? { if case .user(let uid) = subject { uid } else { nil } }
    package var gid: UInt32? { if case .group(let gid) = subject { gid } else { nil } }

    /// Whether the grant gives a key to a user's process. It may give the key now or at another time.
    package func isFor(uid: UInt32, groups: Set<UInt32>) -> Bool {
        switch subject {
        case .user(let own): own == uid
        case .group(let gid): groups.contains(gid)
        }
    }

    /// Whether the grant gives a key at a given time.
    package func isInForce(at time: Timestamp) -> Bool {
        startsAt.map { $0 <= time } ?? true && endsAt.map { time < $0 } ?? true
    }
}

extension LocalGrant.Subject {
    /// Creates the subject from the member that is present. Each member is the number of a user or group, or nil.
    package init(uid: Int64?, gid: Int64?, in fields: JSONFields) throws(FieldFault) {
        switch (uid, gid) {
        case (let uid?, nil): self = .user(UInt32(uid))
        case (nil, let gid?): self = .group(UInt32(gid))
        case (.some, .some): throw fields.fault("gid", "must be absent if uid is given")
        case (nil, nil): throw fields.fault("uid", "must be given if gid is missing")
        }
    }
}

extension LocalGrant: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        bindingID = try fields.string("binding_id", bytes: 1...128)
        let uid = try fields.optionalInteger("uid", in: 0...Self.largestAccount)
        let gid = try fields.optionalInteger("gid", in: 0...Self.largestAccount)
        startsAt = try fields.optionalTimestamp("starts_at")
        endsAt = try fields.optionalTimestamp("ends_at")
        grantedAt = try fields.timestamp("granted_at")
        grantedByUID = UInt32(try fields.integer("granted_by_uid", in: 0...Int64(UInt32.max)))
        subject = try Subject(uid: uid, gid: gid, in: fields)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("binding_id", bindingID)
        writer.member("uid", uid.map(Int64.init))
        writer.member("gid", gid.map(Int64.init))
        writer.member("starts_at", startsAt)
        writer.member("ends_at", endsAt)
        writer.member("granted_at", grantedAt)
        writer.member("granted_by_uid", Int64(grantedByUID))
    }
}
