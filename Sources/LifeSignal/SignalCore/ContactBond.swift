package import Wire

/// A contact's roles for a person.
package struct ContactRoles: Sendable, Hashable {
    /// Whether the contact is alerted when the person needs help.
    package var isResponder: Bool
    /// Whether the person is alerted when the contact needs help.
    package var isDependent: Bool

    /// Creates roles. Each role is off unless an argument turns it on.
    package init(isResponder: Bool = false, isDependent: Bool = false) {
        (self.isResponder, self.isDependent) = (isResponder, isDependent)
    }

    /// The same roles, as the other person sees them.
    package var mirrored: ContactRoles { ContactRoles(isResponder: isDependent, isDependent: isResponder) }

    /// Whether no role is set.
    package var isEmpty: Bool { !isResponder && !isDependent }

    /// The roles in both sets.
    func common(_ other: ContactRoles) -> ContactRoles {
        ContactRoles(isResponder: isResponder && other.isResponder, isDependent: isDependent && other.isDependent)
    }

    /// The roles in either set.
    func joined(_ other: ContactRoles) -> ContactRoles {
        ContactRoles(isResponder: isResponder || other.isResponder, isDependent: isDependent || other.isDependent)
    }
}

/// Roles that one side wants and the other side has not yet agreed to.
package struct RoleProposal: Sendable, Hashable {
    package var roles: ContactRoles
    /// Whether the viewing side made the proposal.
    package var isMine: Bool

    /// Creates a proposal.
    package init(_ roles: ContactRoles, isMine: Bool) { (self.roles, self.isMine) = (roles, isMine) }
}

/// The stage of an agreement between two people. The names come from the seed of LifeSignal's documents.
package enum BondConsent: String, Sendable, CaseIterable {
    /// Not yet.
    case awaiting
    case active
    /// The other side has ended the bond.
    case ended
}

/// The bond between two people, as one of them sees it. The other side's view is always ``mirrored``. A role takes
/// effect only once both sides have agreed to it, but either side can give up a role without asking.
package struct ContactBond: Sendable, Hashable {
    /// The roles that both sides have agreed to.
    package var roles: ContactRoles
    /// An open proposal by either side.
    package var proposal: RoleProposal?
    /// Whether the other side has ended the bond.
    package var hasEnded: Bool

    /// Creates a bond with roles that the viewing side wants. The other side has not agreed to any role yet.
    package init(wanting roles: ContactRoles) {
        self.init(roles: ContactRoles(), proposal: RoleProposal(roles, isMine: true))
    }

    /// Restores a bond from the store.
    package init(roles: ContactRoles, proposal: RoleProposal?, hasEnded: Bool = false) {
        (self.roles, self.proposal, self.hasEnded) = (roles, proposal, hasEnded)
    }

    /// The same bond, as the other side sees it.
    package var mirrored: ContactBond {
        ContactBond(
            roles: roles.mirrored,
            proposal: proposal.map { RoleProposal($0.roles.mirrored, isMine: !$0.isMine) }, hasEnded: hasEnded)
    }

    /// The stage of the agreement: active once both sides have agreed to at least one role.
    package var consent: BondConsent {
        if hasEnded { return .ended }
        return roles.isEmpty ? .awaiting : .active
    }

    /// Records that the viewing side wants these roles. Every dropped role ends immediately. A role that the other side
    /// has proposed is accepted, and every other new role is proposed.
    package mutating func want(_ wanted: ContactRoles) {
        guard !hasEnded, wanted != roles || proposal?.isMine == true else { return }
        let offered = proposal.flatMap { $0.isMine ? nil : $0.roles } ?? ContactRoles()
        roles = wanted.common(roles.joined(offered))
        proposal = wanted == roles ? nil : RoleProposal(wanted, isMine: true)
    }

    /// Accepts the other side's proposal for the viewing side. Without a proposal, nothing changes.
    package mutating func accept() {
        guard let proposal, !proposal.isMine else { return }
        want(roles.joined(proposal.roles))
    }

    /// Declines the other side's proposal for the viewing side.
    package mutating func decline() {
        if proposal?.isMine == false { proposal = nil }
    }
}

/// Limits for contacts and pings.
package enum ContactRules {
    /// How many contacts a person may have, including contacts who have not agreed.
    package static let most = 64
    /// How many people may wait for one person's answer.
    package static let mostWaiting = 16
    /// The valid tiers.
    package static let tiers = 1...3
    /// How long the ticket from a scanned code can be used to add a contact.
    package static let ticketLifetime = Duration.seconds(900)
    /// How many codes a person may look up per hour.
    package static let lookUps = 30
    /// How long a ping waits for an answer.
    package static let pingLifetime = Duration.seconds(86_400)
    /// Two limits for muting: how many cancelled calls for help within a day allow a responder to mute the caller, and
    /// for how long the caller stays muted.
    package static let callsToMute = 3
    package static let mute = Duration.seconds(3_600)
    /// How often a person is asked whether a responder should keep that role.
    package static let question = Duration.seconds(86_400 * 90)
    private static let pingPause = Duration.seconds(60)
    private static let pingsADay = 20

    /// How long a person has to wait before looking up another code. If there is no wait, this is nil. `earlier` lists
    /// the times of the last hour's look-ups, oldest first.
    package static func wait(afterLookUps earlier: [Timestamp], at now: Timestamp) -> Duration? {
        guard earlier.count >= lookUps else { return nil }
        let hour = Duration.seconds(3_600)
        let wait = hour - earlier[earlier.count - lookUps].duration(to: now)
        return wait > .zero ? wait : nil
    }

    /// How long somebody has to wait before pinging the same person again. If there is no wait, this is nil. `earlier`
    /// lists the times of the last day's pings, oldest first.
    package static func wait(afterPings earlier: [Timestamp], at now: Timestamp) -> Duration? {
        var wait = Duration.zero
        if let last = earlier.last { wait = max(wait, pingPause - last.duration(to: now)) }
        if earlier.count >= pingsADay {
            wait = max(wait, .seconds(86_400) - earlier[earlier.count - pingsADay].duration(to: now))
        }
        return wait > .zero ? wait : nil
    }
}

/// A part of a person's data that a contact may see.
package enum SeenField: String, Sendable, CaseIterable {
    case firstName = "first_name"
    case lastName = "last_name"
    case phoneHint = "phone_hint"
    case phone
    /// The person's picture.
    case image
    case status
    case lastCheckIn = "last_check_in"
    /// Visible while there is an alarm.
    case alarm
    case emergencyNote = "emergency_note"
    /// The channels that reach the person outside this machine. Also whether alarms are currently sent over them.
    case channels

    /// The parts of a person's data that a contact with these roles sees. Before both sides agree, the contact sees the
    /// given name and the ends of the phone number. After both sides agree, the contact sees both names, the full phone
    /// number and the picture. Only responders see the person's condition, and during an alarm also the note.
    /// Dependents see how the person can be reached. After either side has ended the bond, the contact sees nothing.
    package static func seen(by bond: ContactBond, inAlarm: Bool) -> Set<SeenField> {
        switch bond.consent {
        case .ended: return []
        case .awaiting: return [.firstName, .phoneHint]
        case .active: break
        }
        var seen: Set<SeenField> = [.firstName, .lastName, .phone, .image]
        if bond.roles.isDependent { seen.insert(.channels) }
        guard bond.roles.isResponder else { return seen }
        seen.formUnion([.status, .lastCheckIn])
        return inAlarm ? seen.union([.alarm, .emergencyNote]) : seen
    }
}
