package import Wire

/// A nearby door that a key opens.
package struct NearbyDoor: Sendable, Hashable, Identifiable {
    /// The id of a nearby door: its key, and its entrance.
    package struct ID: Sendable, Hashable {
        package var credentialID: String
        package var entranceID: String

        package init(credentialID: String, entranceID: String) {
            self.credentialID = credentialID
            self.entranceID = entranceID
        }
    }

    package var id: ID
    /// The key's name.
    package var name: String
    package var entranceName: String
    /// The smoothed signal strength. Doors are shown in the order of their signal strength, the strongest first.
    package var rssiDBm: Int
    /// When the lock of the door was last heard. This was before this report.
    package var heardAt: Timestamp

    package init(id: ID, name: String, entranceName: String, rssiDBm: Int, heardAt: Timestamp) {
        self.id = id
        self.name = name
        self.entranceName = entranceName
        self.rssiDBm = rssiDBm
        self.heardAt = heardAt
    }
}

extension NearbyDoor: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        id = ID(
            credentialID: try fields.string("credential_id", bytes: 1...128),
            entranceID: try fields.string("entrance_id", bytes: 1...128))
        name = try fields.string("name", bytes: 0...1024)
        entranceName = try fields.string("entrance_name", bytes: 0...1024)
        rssiDBm = Int(try fields.integer("rssi_dbm", in: -128...20))
        heardAt = try fields.timestamp("heard_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("credential_id", id.credentialID)
        writer.member("name", name)
        writer.member("entrance_id", id.entranceID)
        writer.member("entrance_name", entranceName)
        writer.member("rssi_dbm", rssiDBm)
        writer.member("heard_at", heardAt.description)
    }
}

extension NearbyDoor.ID: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.credentialID, left.entranceID) < (right.credentialID, right.entranceID)
    }
}

extension NearbyDoor.ID: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        credentialID = try fields.string("credential_id", bytes: 1...128)
        entranceID = try fields.string("entrance_id", bytes: 1...128)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("credential_id", credentialID)
        writer.member("entrance_id", entranceID)
    }
}
