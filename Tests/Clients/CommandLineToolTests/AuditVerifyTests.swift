import SeamModel
import SessionAPI
import Testing
import Wire

@Suite("seam audit verify")
struct AuditVerifyTests {
    private static let hash = [UInt8](repeating: 0, count: 31) + [1]
    private static let head = Base64URL.encode(hash)

    /// Runs `seam audit verify` against a daemon that returns `verdict`, first without and then with `--json`.
    private func run(
        _ verdict: AuditVerdict, _ check: @escaping @Sendable (FinishedProgram, JSON) -> Void
    ) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditVerify.self, calls) { _ in verdict }
        } _: { daemon in
            let told = try await daemon.run("audit", "verify")
            let json = try await daemon.run("audit", "verify", "--json")
            #expect(json.status == told.status)
            check(told, try JSON(parsing: json.output.utf8))
        }
    }

    @Test("audit verify: says what to note of a journal that holds")
    func intact() async throws {
        let verdict = AuditVerdict(
            isIntact: true, entries: 11, attempts: 4, adopted: 2, first: 3, last: 13, head: Self.hash, fault: nil)
        try await run(verdict) { told, json in
            #expect(told.status == 0)
            let lines = [
                "the journal is unchanged", "4 attempts, entries 3 to 13",
                "2 attempts are older than the chain, and were added to it unchecked",
                "to be noted: 13:\(Self.head)",
            ]
            #expect(told.output.split(separator: "\n").map(String.init) == lines)
            #expect(json == verdict.json)
        }
    }

    @Test("audit verify: sends the entry that was noted, and says what became of it")
    func noted() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditVerify.self, calls) { params in
                #expect(params.noted == .init(entry: 7, head: Self.hash))
                return AuditVerdict(
                    isIntact: true, entries: 0, attempts: 0, adopted: 0, first: 9, last: 8, head: Self.hash,
                    noted: .gone, fault: nil)
            }
        } _: { daemon in
            let told = try await daemon.run("audit", "verify", "--noted", "7:\(Self.head)")
            #expect(told.status == 0)
            #expect(
                told.output.contains(
                    "0 attempts, no entries\nthe noted entry is no longer in the journal, because it is too old\n"))
            for wrong in ["7", "0:\(Self.head)", "7:\(Self.head.dropLast())", "x:\(Self.head)", "7:8:\(Self.head)"] {
                #expect(try await daemon.run("audit", "verify", "--noted", wrong).status == 64)
            }
        }
    }

    @Test(
        "audit verify: names what is wrong, and fails",
        arguments: [
            (AuditVerdict.Fault(entry: 7, problem: "an entry was changed"), "entry 7: an entry was changed"),
            (.init(attemptID: "att-1", problem: "not as the chain has it"), "attempt att-1: not as the chain has it"),
            (.init(problem: "the ends are not sealed"), "the ends are not sealed"),
            (.init(problem: "\u{1b}[2J"), "\\u{1b}[2J"),
        ])
    func broken(fault: AuditVerdict.Fault, line: String) async throws {
        let verdict = AuditVerdict(
            isIntact: false, entries: 6, attempts: 0, adopted: 0, first: 1, last: 6, head: Self.hash, fault: fault)
        try await run(verdict) { told, json in
            #expect(told.status == 70)
            #expect(told.output == "the journal was changed after it was written: \(line)\n")
            #expect(json["intact"] == false)
        }
    }
}
