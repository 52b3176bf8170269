internal import Foundation
internal import GRDB
package import SealedDatabase
package import SeamModel
package import Wire

/// Stores the settings for public screens.
extension SessionStore {
    /// The latest settings. If the row was altered, the screens count as out of service. The store does not notice if
    /// somebody removes the row or restores an earlier state of it.
    package func kioskNotice() throws(StoreError) -> KioskNotice {
        try read { db in
            guard let row = try Row.fetchOne(db, sql: "SELECT * FROM kiosk_notice").map(StoredRow.init) else {
                return KioskNotice()
            }
            guard let key = try keys.dataKey(of: .bindings, in: db) else { return KioskNotice(isOutOfService: true) }
            do {
                let notice = KioskNotice(
                    isOutOfService: try row.value("out_of_service", as: Int.self) == 1,
                    message: try row.optional("message", as: String.self))
                let context = Self.context(of: notice, setAt: try row.value("set_at_ms", as: Int64.self))
                _ = try Seal.open(row.value("seal"), key: key, context: context)
                return notice
            } catch let error as StoreError where error.code == .corrupt {
                return KioskNotice(isOutOfService: true)
            }
        }
    }

    /// Replaces the settings. Returns once the new settings are durable.
    package func setKioskNotice(_ notice: KioskNotice, at now: Timestamp) throws(StoreError) {
        try write { db in
            let key = try keys.makeDataKey(for: .bindings, in: db, at: now)
            let setAt = now.millisecondsSince1970
            let seal = try Seal.close([], key: key, context: Self.context(of: notice, setAt: setAt))
            try db.execute(
                sql: "INSERT OR REPLACE INTO kiosk_notice VALUES (1, ?, ?, ?, ?)",
                arguments: [notice.isOutOfService ? 1 : 0, notice.message, setAt, seal])
        }
    }

    // All values of a notice are authenticated, and none is secret.
    private static func context(of notice: KioskNotice, setAt: Int64) -> SealingContext {
        SealingContext(
            place: "kiosk_notice.seal", row: "1", owner: .bindings,
            beside: ["\(notice.isOutOfService)", notice.message.map { "said/\($0)" } ?? "none", "\(setAt)"])
    }
}
