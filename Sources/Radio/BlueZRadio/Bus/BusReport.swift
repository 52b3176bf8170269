package import LinuxSupport
package import Wire

/// The bus check's report for the broker. It is a file that no other user could have written.
package struct BusReport: Sendable, Hashable {
    /// The largest size of the report's file.
    package static let sizeLimit = 4096
    /// How long a report is valid. A bus can be reconfigured while it runs, so it is checked every hour.
    package static let longestAge = Duration.seconds(3 * 3600)

    package let finding: BusFinding
    /// The address of the checked bus, in D-Bus notation. It has at most 1,024 bytes.
    package let address: String
    /// The user that made the check, who is a stranger to bluetoothd.
    package let uid: UInt32
    /// The boot in which the check was made, by the kernel's id.
    package let bootID: String
    /// The time of the check, counted from its boot.
    package let sinceBoot: Duration

    package init(_ finding: BusFinding, address: String, uid: UInt32, bootID: String, sinceBoot: Duration) {
        self.finding = finding
        self.address = address
        self.uid = uid
        self.bootID = bootID
        self.sinceBoot = sinceBoot
    }
}

extension BusReport: JSONRecord {
    /// Reads a report. A report with unknown members is refused.
    package init(fields: inout JSONFields) throws(FieldFault) {
        guard let access = BusAccess(rawValue: try fields.string("bus", bytes: 1...16)) else {
            throw fields.fault("bus", "must be closed, open or unknown")
        }
        finding = BusFinding(access, try fields.string("reason", bytes: 1...200))
        address = try fields.string("address", bytes: 1...1024)
        uid = UInt32(try fields.integer("uid", in: 0...Int64(UInt32.max)))
        bootID = try fields.string("boot_id", bytes: 36...36)
        sinceBoot = .milliseconds(try fields.integer("since_boot_ms", in: 0...JSON.largestInteger))
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("bus", finding.access.rawValue)
        writer.member("reason", finding.reason)
        writer.member("address", address)
        writer.member("uid", Int64(uid))
        writer.member("boot_id", bootID)
        writer.member("since_boot_ms", Int64(sinceBoot / .milliseconds(1)))
    }
}

extension BusReport {
    /// The report's finding for a user of the bus at `address`; `unknown` if the report is out of date or concerns
    /// another bus.
    package func holds(at address: String, bootID: String, sinceBoot now: Duration) -> BusFinding {
        guard self.bootID == bootID else { return BusFinding(.unknown, "the report is from another boot") }
        guard self.address == address else { return BusFinding(.unknown, "the report is about another bus") }
        guard uid != 0 else { return BusFinding(.unknown, "the report was made by root, who is not a stranger") }
        guard sinceBoot <= now, now - sinceBoot <= Self.longestAge else {
            return BusFinding(.unknown, "the report is too old: seam-bus-check has not run lately")
        }
        return finding
    }

    /// The finding of the report at `path` about the bus at `address`. The report is believed if a user in `owners`
    /// owns its file and its directory, and if no other user may write to either of the two.
    package static func read(_ path: String, owners: Set<UInt32>, about address: String) -> BusFinding {
        do {
            let bytes = try TrustedPath.readEnclosed(path, limit: sizeLimit, owners: owners)
            let report = try BusReport(json: try JSON(parsing: bytes), at: "")
            return report.holds(
                at: address, bootID: try SystemClock.bootID(), sinceBoot: SystemClock.sinceBoot())
        } catch let error as LinuxError {
            guard error.code == .notFound else {
                return BusFinding(.unknown, "the report cannot be used: \(error.message)")
            }
            return BusFinding(.unknown, "there is no report: seam-bus-check has not run")
        } catch {
            return BusFinding(.unknown, "the file is not a report")
        }
    }

    /// Writes the report to `path`, where everyone can read it. It replaces an earlier report.
    package func write(to path: String) throws(LinuxError) {
        try SystemFile.replace(path, with: json.bytes + [UInt8(ascii: "\n")])
    }
}
