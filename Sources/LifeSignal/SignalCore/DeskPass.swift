package import Wire

/// A pass of the operator's desk, with a right signature (`Protocol/token-source.md` section 5). The pass says who the
/// person is.
package struct DeskPass: Sendable, Hashable {
    /// Why a pass is not accepted. The name is for the daemon's log. Callers get one answer for all faults.
    package enum Fault: String, Error, Sendable, Hashable, CaseIterable {
        /// The text does not have the three parts of a pass.
        case form
        case signature
        /// A member is missing, unknown or wrong.
        case content
        case number
        case expired
        case tooLong = "too_long"
        /// The pass may have been used before this process began to remember used passes.
        case beforeStart = "before_start"
        case used
        /// Too many accepted passes have not expired yet.
        case full
        /// The daemon has no desk.
        case noDesk = "no_desk"
    }

    /// The number of bytes that an id may have.
    package static let idLength = 16...64

    /// The person's number in E.164 form.
    package let phone: String
    package let expiresAt: Timestamp
    package let id: String

    /// Reads a pass. The content is read only if `isSigned` accepts the signature of the text before the last dot.
    package init(
        _ text: String, isSigned: (_ text: [UInt8], _ signature: [UInt8]) -> Bool
    ) throws(Fault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "ls1", let body = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .form }
        guard isSigned(Array("\(parts[0]).\(parts[1])".utf8), signature) else { throw .signature }
        let written: String
        do {
            var fields = try JSONFields(try JSON(parsing: body))
            written = try fields.string("phone", bytes: 1...64)
            expiresAt = try fields.timestamp("expires_at")
            id = try fields.string("id", bytes: Self.idLength)
            try fields.end()
        } catch {
            throw .content
        }
        guard let number = try? PhoneNumber.normal(written) else { throw .number }
        phone = number
    }
}

/// Makes sure that printed output does not contain the number.
extension DeskPass: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a pass" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The passes that were accepted and have not expired yet. Each pass is accepted once.
package struct AcceptedPasses: Sendable {
    /// The longest time from now to the end of a pass.
    package static let longestLife = Duration.seconds(120)
    /// The largest number of remembered passes. Only the desk can make passes, so only the desk can reach it.
    package static let most = 4_096

    /// Passes that end before this moment are refused. An earlier process may have accepted them, or this process has
    /// forgotten them. The moment never moves back, even if the clock does.
    private var floor: Timestamp
    private var ends: [String: Timestamp] = [:]

    /// Remembers no pass yet. `began` is the time at which this process started.
    package init(began: Timestamp) { floor = began.advanced(by: Self.longestLife) }

    /// Accepts a pass, or throws the reason why it is not accepted.
    package mutating func accept(_ pass: DeskPass, at now: Timestamp) throws(DeskPass.Fault) {
        guard pass.expiresAt > now else { throw .expired }
        guard now.duration(to: pass.expiresAt) <= Self.longestLife else { throw .tooLong }
        floor = max(floor, now)
        guard pass.expiresAt >= floor else { throw .beforeStart }
        ends = ends.filter { $0.value >= floor }
        guard ends[pass.id] == nil else { throw .used }
        guard ends.count < Self.most else { throw .full }
        ends[pass.id] = pass.expiresAt
    }

    /// Forgets a pass with which nobody was signed in, so that its caller can try again.
    package mutating func giveBack(_ pass: DeskPass) { ends[pass.id] = nil }
}
