package import Wire

/// How a public screen is, as it says itself. Nothing of any visitor is in it.
package struct KioskScreenReport: Sendable, Hashable {
    /// What the screen shows.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Nobody is there.
        case waiting
        case visit
        /// It cannot serve at present.
        case unavailable
        case outOfService = "out_of_service"
        /// Staff are at it.
        case staff

        /// Whether people are served, or kept from it only by whoever stands there.
        package var serves: Bool { self == .waiting || self == .visit || self == .staff }
    }

    /// Why a visit ended.
    package enum End: String, Sendable, Hashable, CaseIterable {
        case ended, idle, cap, opened, lost
        case nextVisitor = "next_visitor"
        case staff, input
    }

    /// The screen's name on its machine, such as `tty1`: see ``isName(_:)``.
    package var kiosk: String
    package var state: State
    /// How many visits have ended, by why.
    package var endedVisits: [End: Int64]

    /// A report; `kiosk` is a name by ``isName(_:)``.
    package init(kiosk: String, state: State, endedVisits: [End: Int64] = [:]) {
        self.kiosk = kiosk
        self.state = state
        self.endedVisits = endedVisits
    }

    /// Whether a text is a screen's name: 1 to 64 of ASCII letters, digits, dot, underscore and hyphen.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

extension KioskScreenReport: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) { try self.init(fields: &fields, knowsAllEnds: false) }

    /// `knowsAllEnds`: whether a count of another end is a fault; a newer program may count more.
    package init(fields: inout JSONFields, knowsAllEnds: Bool) throws(FieldFault) {
        kiosk = try fields.string("kiosk", bytes: 1...64)
        guard Self.isName(kiosk) else {
            throw fields.fault("kiosk", "must be of letters, digits, dots, underscores and hyphens")
        }
        state = try fields.enumeration("state")
        endedVisits = try Self.ends(&fields, knowsAllEnds)
    }

    private static func ends(_ fields: inout JSONFields, _ knowsAll: Bool) throws(FieldFault) -> [End: Int64] {
        var counts = try fields.fields("ended_visits")
        var ends: [End: Int64] = [:]
        for end in End.allCases { ends[end] = try counts.optionalInteger(end.key, in: 0...JSON.largestInteger) }
        if knowsAll { try counts.end() }
        return ends
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kiosk", kiosk)
        writer.member("state", state.rawValue)
        writer.member("ended_visits", Ends(counts: endedVisits))
    }

    /// The counts as an object.
    private struct Ends: JSONWritable {
        let counts: [End: Int64]

        func write(to writer: inout JSONWriter) {
            writer.beginObject()
            for end in End.allCases { writer.member(end.key, counts[end]) }
            writer.endObject()
        }
    }
}

extension KioskScreenReport.End {
    /// Its name on the wire.
    fileprivate var key: StaticString {
        switch self {
        case .ended: "ended"
        case .idle: "idle"
        case .cap: "cap"
        case .opened: "opened"
        case .lost: "lost"
        case .nextVisitor: "next_visitor"
        case .staff: "staff"
        case .input: "input"
        }
    }
}

/// What administrators have said to all public screens of this machine.
package struct KioskNotice: Sendable, Hashable {
    /// Nobody is served.
    package var isOutOfService: Bool
    /// A line for whoever comes, at most ``longestMessage`` bytes; nil: none.
    package var message: String?

    package static let longestMessage = 120

    /// A notice; an empty message is none.
    package init(isOutOfService: Bool = false, message: String? = nil) {
        self.isOutOfService = isOutOfService
        self.message = message == "" ? nil : message
    }
}

extension KioskNotice: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        guard let isOut = try fields.optionalBool("out_of_service") else { throw fields.missing("out_of_service") }
        self.init(
            isOutOfService: isOut, message: try fields.optionalString("message", bytes: 1...Self.longestMessage))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("out_of_service", isOutOfService)
        writer.member("message", message)
    }
}

/// A public screen as administrators see it.
package struct KioskScreen: Sendable, Hashable {
    /// The last that it said.
    package var report: KioskScreenReport
    /// Whether that is too long ago.
    package var isSilent: Bool
    /// When it said it.
    package var heardAt: Timestamp

    /// A screen.
    package init(report: KioskScreenReport, isSilent: Bool, heardAt: Timestamp) {
        self.report = report
        self.isSilent = isSilent
        self.heardAt = heardAt
    }
}

extension KioskScreen: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        report = try KioskScreenReport(fields: &fields)
        guard let isSilent = try fields.optionalBool("silent") else { throw fields.missing("silent") }
        self.isSilent = isSilent
        heardAt = try fields.timestamp("heard_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        report.writeMembers(to: &writer)
        writer.member("silent", isSilent)
        writer.member("heard_at", heardAt)
    }
}
