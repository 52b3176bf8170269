import CommandLineTool
import SignalAPI
import TermCore
import TestSupport
import Testing
import Wire

/// The verdict of `seam signal doctor` on a person's alarm.
@Suite struct SignalExaminationTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func id(_ byte: UInt8) throws -> SignalID {
        try #require(SignalID(bytes: [UInt8](repeating: byte, count: 16)))
    }

    private static func person(due: Timestamp?, isWatched: Bool = true) throws -> SignalPerson {
        SignalPerson(
            id: try id(1), firstName: "Ada", lastName: "Moreno", phone: "+4915112345678", emergencyNote: "",
            checkInInterval: .seconds(86_400), reminderInterval: .seconds(7_200), grace: .seconds(300),
            lastCheckIn: due, nextDue: due, status: "active", qrCodeID: try id(2), isArmed: due != nil,
            isWatched: isWatched)
    }

    private static func responder(_ byte: UInt8, isSilent: Bool = false) throws -> SignalContact {
        var contact = SignalContact(
            id: try id(byte), firstName: "Ben", lastName: "\(byte)", phone: "+34", addedAt: start)
        (contact.isResponder, contact.consent, contact.isSilent) = (true, "active", isSilent)
        contact.channels = ["mail"]
        return contact
    }

    private static func verdicts(_ findings: [Finding]) -> [String: Finding.Verdict] {
        Dictionary(findings.map { ($0.check.description, $0.verdict) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("signal examination: who is armed and has nobody fails") func whoIsArmedAndHasNobodyFails() throws {
        let drill = SignalDrill(responders: [])
        let alone = SignalExamination.person(try Self.person(due: Self.start), contacts: [], drill: drill)
        #expect(Self.verdicts(alone)["responders"] == .fail)
        let idle = SignalExamination.person(try Self.person(due: nil), contacts: [], drill: drill)
        #expect(Self.verdicts(idle)["responders"] == .warn && Self.verdicts(idle)["deadline"] == .warn)
        let silent = try [Self.responder(3, isSilent: true)]
        let unheard = SignalExamination.person(try Self.person(due: Self.start), contacts: silent, drill: drill)
        #expect(Self.verdicts(unheard)["responders"] == .fail && Self.verdicts(unheard)["silent"] == .warn)
        let asleep = try Self.person(due: Self.start, isWatched: false)
        let unwatched = SignalExamination.person(asleep, contacts: [], drill: drill)
        #expect(Self.verdicts(unwatched)["deadline"] == .fail)
    }

    @Test("signal examination: two responders and an answered drill are well")
    func twoRespondersAndAnAnsweredDrillAreWell() throws {
        let two = try [Self.responder(3), Self.responder(4)]
        let ada = try Self.person(due: Self.start)
        func drill(_ age: Duration, answered: Timestamp?) throws -> SignalDrill {
            let responders = try [3, 4].map { byte in
                SignalDrill.Responder(
                    contact: try Self.id(byte), firstName: "Ben", lastName: "", answeredAt: answered)
            }
            return SignalDrill(at: Self.start, age: age, responders: responders)
        }
        let well = SignalExamination.person(
            ada, contacts: two, drill: try drill(.seconds(86_400), answered: Self.start))
        #expect(well.allSatisfy { $0.verdict == .ok }, "\(well)")
        var unreached = two
        unreached[1].channels = []
        let reach = SignalExamination.person(ada, contacts: unreached, drill: try drill(.zero, answered: nil))
        #expect(Self.verdicts(reach)["reach"] == .warn)
        let late = try drill(.seconds(3_601), answered: nil)
        #expect(Self.verdicts(SignalExamination.person(ada, contacts: two, drill: late))["drill"] == .warn)
        let old = try drill(.seconds(86_400 * 30), answered: Self.start)
        #expect(Self.verdicts(SignalExamination.person(ada, contacts: two, drill: old))["drill"] == .warn)
        let one = SignalExamination.person(ada, contacts: [two[0]], drill: try drill(.zero, answered: Self.start))
        #expect(Self.verdicts(one)["responders"] == .warn && Self.verdicts(one)["drill"] == .ok)
        let third = SignalExamination.person(
            ada, contacts: two + [try Self.responder(5)], drill: try drill(.zero, answered: Self.start))
        #expect(Self.verdicts(third)["drill"] == .warn, "who has come since was not asked")
    }

    @Test("signal examination: a daemon that does not look fails") func aDaemonThatDoesNotLookFails() {
        func report(_ isWatching: Bool, _ fault: String?) -> SignalClockReport {
            SignalClockReport(
                time: Self.start, wall: Self.start, fault: fault, lastPass: nil, isWatching: isWatching)
        }
        #expect(SignalExamination.clock(report(true, nil)).allSatisfy { $0.verdict == .ok })
        #expect(Self.verdicts(SignalExamination.clock(report(false, "behind"))) == ["watch": .fail, "clock": .warn])
    }
}
