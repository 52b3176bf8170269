internal import SeamModel
internal import SessionAPI

/// A public screen's state, for the machine's operator. The report contains nothing about any visitor.
public struct SeamKioskReport: Hashable, Sendable {
    /// The current activity of a public screen.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// The screen is waiting for a visitor.
        case waiting
        case visit
        /// The screen cannot serve visitors at present.
        case unavailable
        case outOfService = "out_of_service"
        /// Staff are using the screen.
        case staff
    }

    /// The reason why a visit ended.
    public enum End: String, Hashable, Sendable, CaseIterable {
        /// The visitor ended the visit.
        case ended
        /// Nobody pressed a key for too long.
        case idle
        /// The visit reached its maximum length.
        case cap
        /// A door was opened, and the time that a visit lasts after the opening has passed.
        case opened
        /// The session daemon stopped, or ended the session.
        case lost
        /// Another code was presented to the scanner.
        case nextVisitor = "next_visitor"
        /// Staff took over the screen, or the screen was taken out of service.
        case staff
        /// The terminal's input could no longer be understood.
        case input
    }

    /// The screen's name on its machine, such as `tty1`. The name has 1 to 64 ASCII letters, digits, dots, underscores
    /// and hyphens.
    public let name: String
    /// The current activity of the screen.
    public let state: State
    /// The number of visits that have ended, by reason.
    public let endedVisits: [End: Int]

    /// Creates a report, or returns nil if the name is invalid.
    public init?(name: String, state: State, endedVisits: [End: Int] = [:]) {
        guard KioskScreen.isName(name) else { return nil }
        (self.name, self.state, self.endedVisits) = (name, state, endedVisits)
    }
}

/// The administrators' settings for all of this machine's public screens.
public struct SeamKioskNotice: Hashable, Sendable {
    /// Whether the screens are out of service, so that no visitor is served.
    public let isOutOfService: Bool
    /// A line of text for visitors, or nil if there is no such line. The text is only for display, and may contain any
    /// character.
    public let message: String?

    /// Creates a notice for previews and tests.
    public init(isOutOfService: Bool = false, message: String? = nil) {
        (self.isOutOfService, self.message) = (isOutOfService, message)
    }
}

extension KioskReport.Params {
    /// Creates the report for the wire. A number that is too large for the wire becomes the largest possible number.
    init(_ report: SeamKioskReport) {
        var ends: [KioskScreen.End: Int64] = [:]
        for (end, count) in report.endedVisits {
            guard let end = KioskScreen.End(rawValue: end.rawValue) else { continue }
            ends[end] = Int64(min(max(count, 0), 9_007_199_254_740_991))
        }
        self.init(
            kiosk: report.name, state: .init(rawValue: report.state.rawValue) ?? .unavailable, endedVisits: ends)
    }
}
