package import RadioModel
package import Wire

/// A lock's last report, and the time of the report.
package struct LockStatus: Sendable, Hashable {
    /// The report. ``LockReport/firmware`` may come from an earlier report, because locks do not include the firmware
    /// version each time.
    package var report: LockReport
    /// When the rest of the report arrived, by this machine's clock.
    package var asOf: Timestamp

    package init(_ report: LockReport, asOf: Timestamp) {
        self.report = report
        self.asOf = asOf
    }

    /// The status after this one, when a later report has arrived.
    package func followed(by report: LockReport, at now: Timestamp) -> LockStatus {
        var next = report
        next.firmware = report.firmware ?? self.report.firmware
        return LockStatus(next, asOf: now)
    }
}

extension LockStatus: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        report = try LockReport(from: &fields)
        asOf = try fields.timestamp("as_of")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        report.writeMembers(to: &writer)
        writer.member("as_of", asOf)
    }
}
