import CommandLineTool
import SeamModel
import Testing
import Wire

@Suite("Exit codes are those of Protocol/errors.md")
struct ExitStatusTests {
    /// A rule of section 3.1 of `Protocol/errors.md`.
    struct Rule {
        let code, reason, effect, retry: String
        let exit: Int32

        func matches(_ error: WireError) -> Bool {
            (code == "*" || code == error.code.rawValue) && (reason == "*" || reason == error.reason)
                && (effect == "*" || effect == error.effect.rawValue)
                && (retry == "*" || (retry == "yes") == error.retry.safe)
        }
    }

    static func rules() throws -> [Rule] {
        try ErrorTables.rows(under: ["code", "reason", "effect", "retry", "exit"]).map { row in
            Rule(code: row[0], reason: row[1], effect: row[2], retry: row[3], exit: try #require(Int32(row[4])))
        }
    }

    @Test("exit status: every code, reason, effect and retry ends as the first rule that matches says")
    func errors() throws {
        let rules = try Self.rules()
        let reasons = try ErrorTables.rows(under: ["reason", "code", "effect", "retry", "meaning"]).map { $0[0] }
        #expect(reasons.count > 60)
        for reason in reasons + ["future.reason"] {
            for code in WireError.Code.allCases {
                for effect in WireError.Effect.allCases {
                    for isSafe in [false, true] {
                        let error = WireError(code, reason, "", effect: effect, retry: .init(safe: isSafe))
                        let rule = try #require(rules.first { $0.matches(error) })
                        #expect(ExitStatus(error).rawValue == rule.exit, "\(code) \(reason) \(effect) \(isSafe)")
                    }
                }
            }
        }
    }

    @Test("exit status: every result of an attempt ends as the table says")
    func results() throws {
        let rows = try ErrorTables.rows(under: ["outcome", "effect", "exit"])
        for outcome in UnlockResult.Outcome.allCases {
            for effect in WireError.Effect.allCases {
                let result = UnlockResult(attemptID: "a", outcome: outcome, effect: effect, proximity: .nearby)
                let row = try #require(
                    rows.first { $0[0] == outcome.rawValue && ($0[1] == "*" || $0[1] == effect.rawValue) })
                #expect("\(ExitStatus(result).rawValue)" == row[2], "\(outcome) \(effect)")
            }
        }
    }

    @Test("exit status: what is known of a reason before an error has come is in the table")
    func reasons() throws {
        let rows = try ErrorTables.rows(under: ["reason", "code", "effect", "retry", "meaning"])
        for (name, reason) in Reason.known {
            let row = try #require(rows.first { $0[0] == name }, "\(name)")
            #expect(row[1] == reason.code.rawValue && (row[3] == "yes") == (reason.retry == .safe), "\(name)")
        }
    }

    @Test("exit status: the tables of exit codes, and of what to do after each, have exactly ours")
    func codes() throws {
        let advice = try ErrorTables.rows(under: ["exit", "the same command again"])
        #expect(advice.map { $0[0] } == ExitStatus.allCases.map { "\($0.rawValue)" })
        #expect(advice.allSatisfy { !$0[1].isEmpty })
        let codes = try ErrorTables.rows(under: ["exit", "meaning"]).map { $0[0] }
        #expect(codes == ExitStatus.allCases.map { "\($0.rawValue)" })
    }

    @Test("exit status: the session's errors are where the table has them")
    func sessionErrors() throws {
        let rows = try ErrorTables.rows(under: ["reason", "code", "effect", "retry", "meaning"])
        let provider = ProviderDescription(name: "x", seamModule: "X", state: .closed, remedy: "")
        let errors: [SessionError] = [
            .internetConnectionRequired(detail: nil), .initializationRequired, .invalidClientSessionToken(detail: nil),
            .deactivationInProgress, .alreadyInitialized, .invalidCredentialID, .integrationNotFound(provider),
            .credentialErrors([.expired]), .activationRequired, .invalidUnlockProximity(supported: []),
            .entranceRequired([]), .invalidEntranceID([]), .offlineGraceExpired(since: nil),
        ]
        for error in errors.map(\.wireError) {
            let row = try #require(rows.first { $0[0] == error.reason }, "\(error.reason)")
            #expect(row[1] == error.code.rawValue)
            #expect(row[2].contains(error.effect.rawValue))
            #expect((row[3] == "yes") == error.retry.safe, "\(error.reason)")
        }
    }
}
