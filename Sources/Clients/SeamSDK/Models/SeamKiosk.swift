internal import SeamModel
internal import SessionAPI

/// A public screen's state, for the machine's operator. Nothing of any visitor is in it.
public struct SeamKioskReport: Hashable, Sendable {
    /// The screen's content.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Nobody is there.
        case waiting
        case visit
        /// It cannot serve at present.
        case unavailable
        case outOfService = "out_of_service"
        /// Staff are at it.
        case staff
    }

    /// Why a visit ended.
    public enum End: String, Hashable, Sendable, CaseIterable {
        /// The visitor ended it.
        case ended
        /// Nobody pressed a key for too long.
        case idle
        /// It had lasted as long as one may.
        case cap
        /// A door was opened, and the time after that is over.
        case opened
        /// The session daemon went, or ended the session.
        case lost
        /// Another code was held to the reader.
        case nextVisitor = "next_visitor"
        /// Staff came, or the screen went out of service.
        case staff
        /// The terminal's input could no longer be understood.
        case input
    }

    /// The screen's name on its machine, such as `tty1`: 1 to 64 ASCII letters, digits, dots, underscores and hyphens.
    public let name: String
    /// Its content.
    public let state: State
    /// How many visits have ended, by why.
    public let endedVisits: [End: Int]

    /// A report; nil for another value.
    public init?(name: String, state: State, endedVisits: [End: Int] = [:]) {
        guard KioskScreen.isName(name) else { return nil }
        (self.name, self.state, self.endedVisits) = (name, state, endedVisits)
    }
}

/// The administrators' settings for all public screens of this machine.
public struct SeamKioskNotice: Hashable, Sendable {
    /// Nobody is served.
    public let isOutOfService: Bool
    /// A line for visitors; nil without one. It is for showing, and any character can be in it.
    public let message: String?

    /// A notice.
    public init(isOutOfService: Bool = false, message: String? = nil) {
        (self.isOutOfService, self.message) = (isOutOfService, message)
    }
}

extension KioskReport.Params {
    /// The same on the wire. A count that the wire cannot say is the greatest that it can.
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
