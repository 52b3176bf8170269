import SeamWords
import SignalCore
import TestSupport
import Testing
import Wire

/// Tests the relation between two people, and the steps with which they establish it.
@Suite struct ContactBondTests {
    private static let all = [
        ContactRoles(), ContactRoles(isResponder: true), ContactRoles(isDependent: true),
        ContactRoles(isResponder: true, isDependent: true),
    ]

    @Test("contact bond: a role needs both") func aRoleNeedsBoth() {
        var bond = ContactBond(wanting: ContactRoles(isResponder: true))
        #expect(bond.roles.isEmpty && bond.consent == .awaiting)
        bond.accept()
        #expect(bond.roles.isEmpty, "nobody agrees to their own proposal")
        var other = bond.mirrored
        #expect(other.proposal == RoleProposal(ContactRoles(isDependent: true), isMine: false))
        other.accept()
        #expect(other.roles == ContactRoles(isDependent: true) && other.proposal == nil)
        #expect(other.mirrored.roles == ContactRoles(isResponder: true) && other.mirrored.consent == .active)
    }

    @Test("contact bond: less is so at once and more is asked") func lessIsSoAtOnceAndMoreIsAsked() {
        var bond = ContactBond(roles: ContactRoles(isResponder: true), proposal: nil)
        bond.want(ContactRoles(isDependent: true))
        #expect(bond.roles.isEmpty && bond.proposal == RoleProposal(ContactRoles(isDependent: true), isMine: true))
        bond.want(ContactRoles())
        #expect(bond.proposal == nil, "an own wish is taken back")
    }

    /// If a person asks for roles that are already in force, this request does not answer the other side's question.
    @Test("contact bond: a wish is no answer") func aWishIsNoAnswer() {
        var bond = ContactBond(
            roles: ContactRoles(isResponder: true),
            proposal: RoleProposal(ContactRoles(isResponder: true, isDependent: true), isMine: false))
        bond.want(ContactRoles(isResponder: true))
        #expect(bond.proposal?.isMine == false)
        bond.want(ContactRoles(isResponder: true, isDependent: true))
        #expect(bond.roles == ContactRoles(isResponder: true, isDependent: true) && bond.proposal == nil)
    }

    /// Two people may press anything: a role takes effect only if both people wanted it, and both see the same roles.
    @Test("contact bond: no role without both whatever they do") func noRoleWithoutBothWhateverTheyDo() {
        var random = SplitMix(seed: 44)
        for _ in 0..<2_000 {
            var bond = ContactBond(wanting: Self.all.dropFirst().randomElement(using: &random) ?? ContactRoles())
            var wanted = [bond.proposal?.roles ?? ContactRoles(), ContactRoles()]
            for _ in 0..<8 {
                let side = Int.random(in: 0...1, using: &random)
                var seen = side == 0 ? bond : bond.mirrored
                let before = seen.roles
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    let roles = Self.all.randomElement(using: &random) ?? ContactRoles()
                    seen.want(roles)
                    wanted[side] = roles
                case 1:
                    if let offer = seen.proposal, !offer.isMine {
                        wanted[side] = ContactRoles(
                            isResponder: before.isResponder || offer.roles.isResponder,
                            isDependent: before.isDependent || offer.roles.isDependent)
                    }
                    seen.accept()
                default: seen.decline()
                }
                bond = side == 0 ? seen : seen.mirrored
                #expect(bond.mirrored.mirrored == bond)
                let gained = (side == 0 ? bond : bond.mirrored).roles
                #expect(!gained.isResponder || wanted[side].isResponder || before.isResponder)
                #expect(!gained.isDependent || wanted[side].isDependent || before.isDependent)
                if gained != before { #expect(!gained.isResponder || wanted[side].isResponder) }
            }
        }
    }

    @Test("contact bond: only responders see how somebody is", arguments: ContactBondTests.all)
    func onlyRespondersSeeHowSomebodyIs(_ roles: ContactRoles) {
        let bond = ContactBond(roles: roles, proposal: nil)
        let (now, alarm) = (SeenField.seen(by: bond, inAlarm: false), SeenField.seen(by: bond, inAlarm: true))
        #expect(now.contains(.status) == roles.isResponder && now.contains(.lastCheckIn) == roles.isResponder)
        #expect(!now.contains(.emergencyNote) && !now.contains(.alarm))
        #expect(now.contains(.channels) == roles.isDependent, "who relies on somebody sees how they are reached")
        #expect(alarm.contains(.emergencyNote) == roles.isResponder && alarm.contains(.alarm) == roles.isResponder)
        #expect(now.contains(.phone) == !roles.isEmpty && now.contains(.lastName) == !roles.isEmpty)
        var ended = bond
        ended.hasEnded = true
        #expect(SeenField.seen(by: ended, inAlarm: true).isEmpty)
    }

    @Test("contact bond: the limits are counted from the oldest") func theLimitsAreCountedFromTheOldest() {
        let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        let moments = (0..<30).map { start.advanced(by: .seconds($0 * 10)) }
        let now = start.advanced(by: .seconds(600))
        #expect(ContactRules.wait(afterLookUps: Array(moments.dropLast()), at: now) == nil)
        #expect(ContactRules.wait(afterLookUps: moments, at: now) == .seconds(3_000))
        #expect(ContactRules.wait(afterPings: [now.advanced(by: .seconds(-59))], at: now) == .seconds(1))
        #expect(ContactRules.wait(afterPings: [now.advanced(by: .seconds(-60))], at: now) == nil)
        let twenty = (0..<20).map { start.advanced(by: .seconds($0)) }
        #expect(ContactRules.wait(afterPings: twenty, at: now) == .seconds(86_400 - 600))
    }

    @Test("contact bond: every change that matters is told") func everyChangeThatMattersIsTold() {
        let asked = ContactBond(wanting: ContactRoles(isResponder: true)).mirrored
        let question = Notice(from: nil, to: asked, by: .plain("Ada"))?.message.said(in: .english)
        #expect(question?.hasPrefix("Ada asks that you be told of") == true)
        let agreed = ContactBond(roles: ContactRoles(isResponder: true), proposal: nil)
        #expect(Notice(from: asked.mirrored, to: agreed, by: .plain("Ben"))?.type == .contactAdded)
        #expect(Notice(from: agreed, to: agreed, by: .plain("Ben")) == nil)
        var ended = agreed
        ended.hasEnded = true
        #expect(Notice(from: agreed, to: ended, by: .plain("Ben"))?.type == .contactRemoved)
        let none = ContactBond(roles: ContactRoles(), proposal: nil)
        #expect(Notice(from: asked.mirrored, to: none, by: .plain("Ben"))?.title == "A contact has not agreed")
    }
}
