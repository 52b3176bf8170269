internal import Foundation
internal import GRDB
internal import LinuxSupport
package import SealedDatabase
package import SeamWords
package import SignalCore
package import Wire

/// LifeSignal's data on disk: people, their sessions, and the sessions that are waiting for a code. Names, numbers,
/// notes and codes are sealed. Phone numbers are looked up by their HMAC.
package final class SignalStore: SealedStore {
    package let database: SealedDatabase
    /// The operator's addresses.
    let operatorAddresses: [ReachAddress]
    /// The machine's language, for the operator and for everyone who has not chosen one.
    let language: SeamLanguage
    /// The beginning of every link in a message, or nil if messages have no links.
    let linkBase: String?
    /// The local emergency number, or nil if the operator has set none.
    let emergencyNumber: String?
    let reserve: AlarmReserve
    /// When the machine was last off or its clock wrong.
    let machineOff = Locked<ClosedRange<Timestamp>?>(nil)

    /// The function that gets each moment at which something must be looked at. It is called before the change that
    /// plans the look is durable.
    let planned: @Sendable (Timestamp) -> Void

    /// Opens the store, or creates it if `founding` allows this, as ``SealedDatabase`` does.
    package init(
        path: String, machineKey: MachineKey, founding: StoreFounding = .allowed,
        operator operatorAddresses: [ReachAddress] = [], language: SeamLanguage = .english,
        linkBase: String? = nil, emergencyNumber: String? = nil, now: Timestamp,
        planned: @escaping @Sendable (Timestamp) -> Void = { _ in },
        wrote: @escaping @Sendable (StoreError?) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws(StoreError) {
        (self.operatorAddresses, self.language, self.linkBase) = (operatorAddresses, language, linkBase)
        self.emergencyNumber = emergencyNumber
        self.planned = planned
        database = try SealedDatabase(
            path: path, machineKey: machineKey, format: SignalSchema.format, founding: founding, now: now,
            wrote: wrote, committed: committed)
        reserve = AlarmReserve(beside: path)
    }

    /// The mark that was stored last, or nil before the first mark was stored.
    package func signalMark() throws(StoreError) -> SignalTime.Mark? {
        try read { db in
            try Row.fetchOne(db, kept: "SELECT * FROM signal_time WHERE id = 1").map { fetched in
                let row = StoredRow(fetched)
                return SignalTime.Mark(
                    time: try row.time("time_ms"), wall: try row.time("wall_ms"),
                    bootClock: .milliseconds(try row.value("boot_clock_ms", as: Int64.self)),
                    bootID: try row.value("boot_id"), outage: try Self.outage(row),
                    doubtedUntil: try row.optionalTime("doubted_until_ms"))
            }
        }
    }

    private static func outage(_ row: StoredRow) throws -> SignalTime.Outage {
        let kept: KeptOutage = try row.choice("outage")
        switch kept {
        case .known: return .known
        case .awaited: return .awaited(until: .milliseconds(try row.value("awaited_until_ms", as: Int64.self)))
        case .unknown: return .unknown
        }
    }

    /// Stores the mark. Its time never goes back.
    package func save(_ mark: SignalTime.Mark) throws(StoreError) {
        try writeAnyhow { db in try save(mark, in: db) }
    }

    func save(_ mark: SignalTime.Mark, in db: Database) throws {
        let (outage, end) = KeptOutage.of(mark.outage)
        try db.execute(
            kept: """
                INSERT INTO signal_time (id, time_ms, wall_ms, boot_clock_ms, boot_id, outage, awaited_until_ms,
                    doubted_until_ms)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET time_ms = excluded.time_ms, wall_ms = excluded.wall_ms,
                    boot_clock_ms = excluded.boot_clock_ms, boot_id = excluded.boot_id,
                    outage = excluded.outage, awaited_until_ms = excluded.awaited_until_ms,
                    doubted_until_ms = excluded.doubted_until_ms
                WHERE excluded.time_ms >= signal_time.time_ms
                """,
            arguments: [
                mark.time.millisecondsSince1970, mark.wall.millisecondsSince1970, mark.bootClock.milliseconds,
                mark.bootID, outage.rawValue, end?.milliseconds, mark.doubtedUntil?.millisecondsSince1970,
            ])
    }

    /// Removes rows that no longer have any effect. Expired codes are removed immediately. Requests, wrong tries,
    /// scanned codes and pings are removed after a day. Notifications and messages are removed after 30 days, unless
    /// their alarm is running. Check-ins are removed after 400 days.
    package func removeWhatIsOver(at now: Timestamp) throws(StoreError) {
        let day = now.advanced(by: .seconds(-86_400)).millisecondsSince1970
        try write { db in
            try db.execute(
                kept: "DELETE FROM login WHERE expires_at_ms <= ?", arguments: [now.millisecondsSince1970])
            try db.execute(kept: "DELETE FROM login_request WHERE at_ms <= ?", arguments: [day])
            try db.execute(kept: "DELETE FROM wrong_try WHERE since_ms <= ?", arguments: [day])
            try removeOldReach(in: db, at: now)
            try removeOldLinks(in: db, at: now)
            try removeOldDevices(in: db, at: now)
            try db.execute(
                kept: "DELETE FROM ticket WHERE expires_at_ms <= ?", arguments: [now.millisecondsSince1970])
            try db.execute(kept: "DELETE FROM look_up WHERE at_ms <= ?", arguments: [day])
            try db.execute(kept: "DELETE FROM ping WHERE at_ms <= ?", arguments: [day])
            let month = now.advanced(by: .seconds(-86_400 * 30)).millisecondsSince1970
            try db.execute(
                kept: """
                    DELETE FROM message WHERE at_ms <= ?
                        AND alert IN (SELECT id FROM alert WHERE resolved_at_ms IS NOT NULL)
                    """,
                arguments: [month])
            // All rows about a running alarm are kept.
            try db.execute(
                kept: """
                    DELETE FROM notification WHERE at_ms <= ?
                        AND (alert IS NULL OR alert NOT IN (SELECT id FROM alert WHERE resolved_at_ms IS NULL))
                    """,
                arguments: [month])
            try db.execute(
                kept: "DELETE FROM check_in WHERE at_ms <= ?",
                arguments: [now.advanced(by: .seconds(-86_400 * 400)).millisecondsSince1970])
        }
    }
}

/// The stored form of the outage.
private enum KeptOutage: String {
    case known
    case awaited
    case unknown

    static func of(_ outage: SignalTime.Outage) -> (KeptOutage, Duration?) {
        switch outage {
        case .known: (.known, nil)
        case .awaited(let end): (.awaited, end)
        case .unknown: (.unknown, nil)
        }
    }
}

/// The owners of sealed values.
extension SealOwner {
    static let logins = SealOwner("logins")

    static func person(_ id: [UInt8]) -> SealOwner { SealOwner("person/\(Hex.encode(id))") }
}
