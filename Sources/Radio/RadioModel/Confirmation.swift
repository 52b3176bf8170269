/// How certain a granted access is. Each confirmation is only the lock's claim.
package enum Confirmation: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The write was sent, but the lock did not answer.
    case commanded
    /// The lock accepted the command.
    case communicated
    /// The lock reported the requested state after this attempt's challenge.
    case confirmed

    package static func < (left: Confirmation, right: Confirmation) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .commanded: 0
        case .communicated: 1
        case .confirmed: 2
        }
    }
}
