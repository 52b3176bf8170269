import SeamModel
import SessionAPI
import SessionStore
import Wire

extension AuditVerdict {
    /// Creates the verdict from a check of the chain.
    init(_ check: AuditCheck) {
        self.init(
            isIntact: check.fault == nil, entries: Int64(check.entries), attempts: Int64(check.attempts),
            adopted: max(check.adopted, 0), first: check.first, last: check.last,
            head: check.head.isEmpty ? nil : check.head,
            noted: check.hasNoted.map { $0 ? .held : .gone }, fault: check.fault.map(Fault.init))
    }
}

extension AuditVerdict.Fault {
    /// Describes a fault. Damage may produce a number or an id that no entry or attempt can have, and such a value is
    /// omitted.
    fileprivate init(_ fault: AuditFault) {
        let numbers = 1...JSON.largestInteger
        self.init(
            entry: fault.entry.flatMap { numbers.contains($0) ? $0 : nil },
            attemptID: fault.attemptID.flatMap { Self.isAttemptID($0) ? $0 : nil }, problem: fault.problem)
    }

    private static func isAttemptID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}
