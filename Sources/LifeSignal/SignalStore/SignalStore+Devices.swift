internal import Foundation
internal import GRDB
package import SealedDatabase
package import SignalCore
package import Wire

/// The phones of people. A device's token is kept only as its HMAC under the machine key, and its name is sealed.
extension SignalStore {
    private static let (devicePurpose, tokenPurpose, letterPurpose) = ("device", "pairing-token", "pairing-letters")

    /// Begins a pairing, if the PIN allows it. The store keeps nothing of the code: the result has its HMACs.
    package func beginPairing(
        token: [UInt8], letters: String, of id: SignalPersonID, with use: PINUse, at now: Timestamp
    ) throws(StoreError) -> Guarded<PairingStart> {
        try write { db in
            try guarding(known(id, in: db), use, in: db, at: now) { _, news, _ in
                let isFull = try deviceCount(of: id, in: db, at: now) >= DeviceRules.mostDevices
                let seals = try [pairingSeal(ofToken: token, in: db), pairingSeal(ofLetters: letters, in: db)]
                return PairingStart(seals: isFull ? nil : seals, news: news)
            }
        }
    }

    /// The HMAC of the code that a phone gives. A text that cannot be a code has the HMAC of no code.
    package func pairingSeal(token: [UInt8]?, letters: String?) throws(StoreError) -> [UInt8] {
        try read { db in
            try letters.map { try pairingSeal(ofLetters: $0, in: db) } ?? pairingSeal(ofToken: token ?? [], in: db)
        }
    }

    private func pairingSeal(ofToken token: [UInt8], in db: Database) throws -> [UInt8] {
        [UInt8](try keys.seal(of: token, for: Self.tokenPurpose, in: db))
    }

    private func pairingSeal(ofLetters letters: String, in db: Database) throws -> [UInt8] {
        [UInt8](try keys.seal(of: Array(letters.utf8), for: Self.letterPurpose, in: db))
    }

    /// Adds a device, and informs its person.
    package func addDevice(
        _ device: StoredDevice, token: [UInt8], at now: Timestamp
    ) throws(StoreError) -> DeviceAddition {
        try write { db in
            guard let person = try person(device.person, in: db), person.goneAt == nil else { return .gone }
            guard try deviceCount(of: person.id, in: db, at: now) < DeviceRules.mostDevices else { return .full }
            let key = try keys.makeDataKey(for: .person(person.id), in: db, at: now)
            try db.execute(
                kept: """
                    INSERT INTO device (id, person, token_hmac, name, paired_at_ms, used_at_ms)
                    VALUES (?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(device.id), Data(person.id), try keys.seal(of: token, for: Self.devicePurpose, in: db),
                    try Seal.close(
                        Array(device.name.utf8), key: key, context: Self.deviceContext(device.id, person.id)),
                    device.pairedAt.millisecondsSince1970, device.usedAt.millisecondsSince1970,
                ])
            var news = SignalNews()
            try notify(person.id, Note(.device(device.name), delivery: .news), &news, in: db, at: now)
            return .added(device, news)
        }
    }

    /// The device with a token, or nil if the token is unknown or no longer valid. The row is found by the token's
    /// HMAC, so the time of the search shows nothing about valid tokens.
    package func device(_ token: [UInt8], at now: Timestamp) throws(StoreError) -> StoredDevice? {
        try read { db in
            let hmac = try keys.seal(of: token, for: Self.devicePurpose, in: db)
            let found = try Row.fetchOne(
                db,
                kept: """
                    SELECT device.* FROM device JOIN person ON person.id = device.person
                    WHERE device.token_hmac = ? AND person.gone_at_ms IS NULL
                    """,
                arguments: [hmac])
            guard let row = found.map(StoredRow.init),
                try keys.isSeal(row.value("token_hmac"), of: token, for: Self.devicePurpose, in: db),
                let device = try device(row, in: db), Self.isKept(device, at: now)
            else { return nil }
            return device
        }
    }

    /// Records that a device is used.
    package func use(device id: [UInt8], at now: Timestamp) throws(StoreError) {
        try write { db in
            try db.execute(
                kept: "UPDATE device SET used_at_ms = max(used_at_ms, ?) WHERE id = ?",
                arguments: [now.millisecondsSince1970, Data(id)])
        }
    }

    /// A person's devices, oldest first.
    package func devices(of person: SignalPersonID, at now: Timestamp) throws(StoreError) -> [StoredDevice] {
        try read { db in
            try Row.fetchAll(
                db, kept: "SELECT * FROM device WHERE person = ? ORDER BY number", arguments: [Data(person)]
            ).compactMap { try device(StoredRow($0), in: db) }.filter { Self.isKept($0, at: now) }
        }
    }

    /// Removes a device of a person, or all of them if `id` is nil, with the addresses of their browsers. Returns the
    /// removed devices' ids.
    package func removeDevices(_ id: [UInt8]?, of person: SignalPersonID) throws(StoreError) -> Set<[UInt8]> {
        try write { db in
            let ids = try Data.fetchAll(
                db, kept: "SELECT id FROM device WHERE person = ?1 AND (?2 IS NULL OR id = ?2)",
                arguments: [Data(person), id.map { Data($0) }])
            for id in ids { try remove([UInt8](id), of: person, in: db) }
            return Set(ids.map { [UInt8]($0) })
        }
    }

    private func remove(_ device: [UInt8], of person: SignalPersonID, in db: Database) throws {
        try removeReach(ofDevice: device, of: person, in: db)
        try db.execute(kept: "DELETE FROM device WHERE id = ?", arguments: [Data(device)])
    }

    /// Whether a person has this device.
    func hasDevice(_ id: [UInt8], of person: SignalPersonID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, kept: "SELECT 1 FROM device WHERE id = ? AND person = ?", arguments: [Data(id), Data(person)]) ?? false
    }

    /// Removes the devices that have not been used for too long. The addresses of their browsers stay: somebody who
    /// gets alarms there, and never opens LifeSignal, goes on getting them.
    func removeOldDevices(in db: Database, at now: Timestamp) throws {
        let last = now.advanced(by: .zero - DeviceRules.deviceLifetime).millisecondsSince1970
        try db.execute(
            kept: """
                UPDATE reach SET device = NULL WHERE device IN (SELECT id FROM device WHERE used_at_ms <= ?)
                """,
            arguments: [last])
        try db.execute(kept: "DELETE FROM device WHERE used_at_ms <= ?", arguments: [last])
    }

    private static func isKept(_ device: StoredDevice, at now: Timestamp) -> Bool {
        device.usedAt.duration(to: now) < DeviceRules.deviceLifetime
    }

    private func deviceCount(of person: SignalPersonID, in db: Database, at now: Timestamp) throws -> Int {
        try removeOldDevices(in: db, at: now)
        return try Int.fetchOne(
            db, kept: "SELECT count(*) FROM device WHERE person = ?", arguments: [Data(person)]) ?? 0
    }

    /// A device from its row. A device whose name cannot be read stays usable and removable.
    private func device(_ row: StoredRow, in db: Database) throws -> StoredDevice? {
        let (id, person) = (
            [UInt8](try row.value("id", as: Data.self)), [UInt8](try row.value("person", as: Data.self))
        )
        guard let key = try keys.dataKey(of: .person(person), in: db) else { return nil }
        let name = try? Seal.open(row.value("name"), key: key, context: Self.deviceContext(id, person))
        return StoredDevice(
            id: id, person: person, name: name.map { String(decoding: $0, as: UTF8.self) } ?? "?",
            pairedAt: try row.time("paired_at_ms"), usedAt: try row.time("used_at_ms"))
    }

    private static func deviceContext(_ id: [UInt8], _ person: SignalPersonID) -> SealingContext {
        SealingContext(place: "device.name", row: Hex.encode(id), owner: .person(person))
    }
}
