package import Wire

/// A contact's roles for a person.
package struct ContactRoles: Sendable, Hashable {
    /// The contact is alarmed when the person needs help.
    package var isResponder: Bool
    /// The person is alarmed when the contact needs help.
    package var isDependent: Bool

    /// Roles; none unless they are named.
    package init(isResponder: Bool = false, isDependent: Bool = false) {
        (self.isResponder, self.isDependent) = (isResponder, isDependent)
    }

    /// The same, as the other side sees it.
    package var mirrored: ContactRoles { ContactRoles(isResponder: isDependent, isDependent: isResponder) }

    /// Whether there is no role.
    package var isEmpty: Bool { !isResponder && !isDependent }

    /// The roles in both.
    func common(_ other: ContactRoles) -> ContactRoles {
        ContactRoles(isResponder: isResponder && other.isResponder, isDependent: isDependent && other.isDependent)
    }

    /// The roles in one of them.
    func joined(_ other: ContactRoles) -> ContactRoles {
        ContactRoles(isResponder: isResponder || other.isResponder, isDependent: isDependent || other.isDependent)
    }
}

/// Roles that one side wants and the other has not agreed to.
package struct RoleProposal: Sendable, Hashable {
    package var roles: ContactRoles
    /// Whether the side that looks has made it.
    package var isMine: Bool

    /// A proposal.
    package init(_ roles: ContactRoles, isMine: Bool) { (self.roles, self.isMine) = (roles, isMine) }
}

/// Whether two people have agreed; the names are the seed's.
package enum BondConsent: String, Sendable, CaseIterable {
    /// Not yet.
    case awaiting
    case active
    /// The other side has ended it.
    case ended
}

/// The bond of two people, as one of them sees it. The other side's is always ``mirrored``. A role has no effect before
/// both sides have agreed to it, and a role can be given up without asking.
package struct ContactBond: Sendable, Hashable {
    /// The roles that both have agreed to.
    package var roles: ContactRoles
    /// An open wish of one of them.
    package var proposal: RoleProposal?
    /// Whether the other side has ended it.
    package var hasEnded: Bool

    /// Roles that the side that looks wants; the other side has not agreed to any.
    package init(wanting roles: ContactRoles) {
        self.init(roles: ContactRoles(), proposal: RoleProposal(roles, isMine: true))
    }

    /// A bond as it was kept.
    package init(roles: ContactRoles, proposal: RoleProposal?, hasEnded: Bool = false) {
        (self.roles, self.proposal, self.hasEnded) = (roles, proposal, hasEnded)
    }

    /// The same, as the other side sees it.
    package var mirrored: ContactBond {
        ContactBond(
            roles: roles.mirrored,
            proposal: proposal.map { RoleProposal($0.roles.mirrored, isMine: !$0.isMine) }, hasEnded: hasEnded)
    }

    /// Whether both have agreed to something.
    package var consent: BondConsent {
        if hasEnded { return .ended }
        return roles.isEmpty ? .awaiting : .active
    }

    /// The side that looks wants these roles: what is less is so at once, what the other side has proposed is agreed
    /// to, and the rest is proposed. The side that looks wants these roles: a dropped role ends at once, a role that
    /// the other side has proposed is accepted, and the rest is proposed.
    package mutating func want(_ wanted: ContactRoles) {
        guard !hasEnded, wanted != roles || proposal?.isMine == true else { return }
        let offered = proposal.flatMap { $0.isMine ? nil : $0.roles } ?? ContactRoles()
        roles = wanted.common(roles.joined(offered))
        proposal = wanted == roles ? nil : RoleProposal(wanted, isMine: true)
    }

    /// The viewing side agrees to the other side's proposal; without a proposal it changes nothing.
    package mutating func accept() {
        guard let proposal, !proposal.isMine else { return }
        want(roles.joined(proposal.roles))
    }

    /// The viewing side does not agree to the other side's proposal.
    package mutating func decline() {
        if proposal?.isMine == false { proposal = nil }
    }
}

/// A decision about contacts and pings.
package enum ContactRules {
    /// The most contacts of one person, those that have not agreed among them.
    package static let most = 64
    /// The most people who may wait for one person's answer.
    package static let mostWaiting = 16
    /// How many tiers there are.
    package static let tiers = 1...3
    /// How long the ticket of a scanned code can be used to add somebody.
    package static let ticketLifetime = Duration.seconds(900)
    /// How many codes a person may look up in an hour.
    package static let lookUps = 30
    /// How long a ping waits for an answer.
    package static let pingLifetime = Duration.seconds(86_400)
    /// How many calls for help that their person has ended within a day let a responder mute them, and for how long.
    package static let callsToMute = 3
    package static let mute = Duration.seconds(3_600)
    /// How often somebody is asked whether a responder should still be one.
    package static let question = Duration.seconds(86_400 * 90)
    private static let pingPause = Duration.seconds(60)
    private static let pingsADay = 20

    /// How long a person has to wait before the next code is looked up; nil if not at all. `earlier` are the moments
    /// of the last hour, the first first.
    package static func wait(afterLookUps earlier: [Timestamp], at now: Timestamp) -> Duration? {
        guard earlier.count >= lookUps else { return nil }
        let hour = Duration.seconds(3_600)
        let wait = hour - earlier[earlier.count - lookUps].duration(to: now)
        return wait > .zero ? wait : nil
    }

    /// How long somebody has to wait before asking the same person again; nil if not at all. `earlier` are the pings
    /// of the last day, the first first.
    package static func wait(afterPings earlier: [Timestamp], at now: Timestamp) -> Duration? {
        var wait = Duration.zero
        if let last = earlier.last { wait = max(wait, pingPause - last.duration(to: now)) }
        if earlier.count >= pingsADay {
            wait = max(wait, .seconds(86_400) - earlier[earlier.count - pingsADay].duration(to: now))
        }
        return wait > .zero ? wait : nil
    }
}

/// The part of a person that one of their contacts sees.
package enum SeenField: String, Sendable, CaseIterable {
    case firstName = "first_name"
    case lastName = "last_name"
    case phoneHint = "phone_hint"
    case phone
    case status
    case lastCheckIn = "last_check_in"
    /// While there is an alarm.
    case alarm
    case emergencyNote = "emergency_note"
    /// By which channels the person is reached outside of the machine, and whether they hear of alarms at present.
    case channels

    /// The part that somebody with these roles sees: the given name and the ends of the number before both agree; then
    /// both names and the number; responders alone see how the person is, and the note while there is an alarm; people
    /// who rely on the person see how they are reached; nothing after one side has ended it.
    package static func seen(by bond: ContactBond, inAlarm: Bool) -> Set<SeenField> {
        switch bond.consent {
        case .ended: return []
        case .awaiting: return [.firstName, .phoneHint]
        case .active: break
        }
        var seen: Set<SeenField> = [.firstName, .lastName, .phone]
        if bond.roles.isDependent { seen.insert(.channels) }
        guard bond.roles.isResponder else { return seen }
        seen.formUnion([.status, .lastCheckIn])
        return inAlarm ? seen.union([.alarm, .emergencyNote]) : seen
    }
}
