package import SeamModel
package import Wire

extension LocksGrant {
    package struct Params: JSONRecord, Hashable {
        package var bindingID: String
        package var subject: LocalGrant.Subject
        /// When the key becomes valid. If it is valid immediately, this is nil.
        package var startsAt: Timestamp?
        /// When the key expires, which is after its start. If it is valid until it is revoked, this is nil.
        package var endsAt: Timestamp?

        package init(
            bindingID: String, subject: LocalGrant.Subject, startsAt: Timestamp? = nil, endsAt: Timestamp? = nil
        ) {
            self.bindingID = bindingID
            self.subject = subject
            self.startsAt = startsAt
            self.endsAt = endsAt
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindingID = try fields.string("binding_id", as: Rules.id)
            let accounts = try Accounts(from: &fields)
            startsAt = try fields.optionalTimestamp("starts_at")
            endsAt = try fields.optionalTimestamp("ends_at")
            try fields.end()
            subject = try accounts.subject(in: fields)
            if let startsAt, let endsAt, endsAt <= startsAt { throw fields.fault("ends_at", "must be after starts_at") }
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("binding_id", bindingID)
            Accounts(subject).write(to: &writer)
            writer.member("starts_at", startsAt)
            writer.member("ends_at", endsAt)
        }
    }
}

extension LocksRevoke {
    package struct Params: JSONRecord, Hashable {
        package var bindingID: String
        package var subject: LocalGrant.Subject

        package init(bindingID: String, subject: LocalGrant.Subject) {
            self.bindingID = bindingID
            self.subject = subject
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            bindingID = try fields.string("binding_id", as: Rules.id)
            let accounts = try Accounts(from: &fields)
            try fields.end()
            subject = try accounts.subject(in: fields)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("binding_id", bindingID)
            Accounts(subject).write(to: &writer)
        }
    }
}

/// The two members that can name a grant's holder. A call has one of them.
private struct Accounts {
    private let uid: Int64?
    private let gid: Int64?

    init(_ subject: LocalGrant.Subject) {
        switch subject {
        case .user(let uid): (self.uid, gid) = (Int64(uid), nil)
        case .group(let gid): (uid, self.gid) = (nil, Int64(gid))
        }
    }

    init(from fields: inout JSONFields) throws(FieldFault) {
        uid = try fields.optionalInteger("uid", in: 0...LocalGrant.largestAccount)
        gid = try fields.optionalInteger("gid", in: 0...LocalGrant.largestAccount)
    }

    func subject(in fields: JSONFields) throws(FieldFault) -> LocalGrant.Subject {
        try LocalGrant.Subject(uid: uid, gid: gid, in: fields)
    }

    func write(to writer: inout JSONWriter) {
        writer.member("uid", uid)
        writer.member("gid", gid)
    }
}
