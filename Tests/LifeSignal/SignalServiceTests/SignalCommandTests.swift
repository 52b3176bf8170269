import Foundation
import Glibc
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// `seam signal`, as people and scripts use it.
@Suite(.timeLimit(.minutes(2))) struct SignalCommandTests {
    /// What a command printed and answered.
    private struct Run {
        var status: Int32
        var output: String
        var errors: String
    }

    private static func seam(_ bench: SignalBench, _ arguments: [String], input: String = "") async throws -> Run {
        let process = try ChildProcess(
            try Products.executable("seam"), ["signal"] + arguments,
            environment: ["LIFESIGNAL_SOCKET": bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket],
            input: input)
        let status = try await process.awaitExit()
        return Run(status: status, output: process.output, errors: process.errors)
    }

    @Test func somebodySignsInByTelephoneAndSaysWhoTheyAre() async throws {
        let bench = try await SignalBench()
        let nobody = try await Self.seam(bench, ["me"])
        #expect(nobody.status == 4 && nobody.errors.contains("sign in: 'seam signal sign-in'"))
        #expect(try await Self.seam(bench, ["sign-in", "+49 151 1234-5678"]).status == 0)
        let wrong = try await Self.seam(bench, ["verify"], input: "000000\n")
        #expect(wrong.status == 4 && wrong.errors == "seam: the code is wrong\n")
        let issued = try await Self.seam(bench, ["code", "--json", SignalBench.ada])
        let code = try JSON(parsing: issued.output.utf8)["codes"]?.arrayValue?.first?["code"]?.stringValue
        #expect(try await Self.seam(bench, ["code", SignalBench.ada]).output.contains(code ?? "none"))
        let verified = try await Self.seam(bench, ["verify"], input: "\(code ?? "")\n")
        #expect(verified.status == 0 && verified.output.hasPrefix("signed in\n"), "\(verified)")
        #expect(try await Self.seam(bench, ["me", "--first-name", "Ada", "--last-name", "Moreno"]).status == 0)
        let noted = try await Self.seam(bench, ["me", "--note"], input: "insulin\n")
        #expect(noted.output.hasPrefix("Ada Moreno\n") && noted.output.contains("note: insulin"), "\(noted)")
        let settings = try await Self.seam(bench, ["settings", "--pings", "off"])
        #expect(settings.output == "alerts: on\npings: off\ncheck-ins: on\ncontacts: on\n")
        #expect(try await Self.seam(bench, ["people"]).output.contains("+49 … 5678"))
        #expect(try await Self.seam(bench, ["sign-out"]).output == "signed out\n")
        #expect(try await Self.seam(bench, ["me"]).status == 4)
    }

    @Test func whatCannotBeRightIsNotSent() async throws {
        let bench = try await SignalBench()
        for number in ["0151", "+0151", "+49abc", ""] {
            let run = try await Self.seam(bench, ["sign-in", number])
            #expect(run.status == 64 && run.errors.contains("country's code"), "\(run)")
        }
        try bench.signIn(SignalBench.ada)
        let half = try await Self.seam(bench, ["me", "--first-name", "Ada"])
        #expect(half.status == 64 && half.errors.contains("both names"), "\(half)")
        let set = try await Self.seam(bench, ["set", "--every", "90m"])
        #expect(set.output.hasPrefix("every 1 h 30 min\n"), "\(set)")
        let later = try await Self.seam(bench, ["set", "--every", "2d"])
        #expect(later.output.contains("counts from your next check-in on"), "\(later)")
        let code = try await Self.seam(bench, ["verify"], input: "12345\n")
        #expect(code.status == 64 && !code.errors.contains("12345"), "\(code)")
        let both = try await Self.seam(bench, ["me", "--watch", "--new-code"])
        #expect(both.status == 64)
    }

    @Test func withoutADaemonItSaysSo() async throws {
        let bench = try await SignalBench()
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let run = try await Self.seam(bench, ["me"])
        #expect(run.status == 69 && run.errors.contains("is the daemon running?"), "\(run)")
    }

    @Test func theLastLineOfAWatchIsTheSignOut() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let watch = try ChildProcess(
            try Products.executable("seam"), ["signal", "me", "--watch"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket])
        try await watch.awaitOutput("number: \(SignalBench.ada)")
        let params = UserUpdate.Params(firstName: "Ada", lastName: "Moreno", emergencyNote: "")
        _ = try bench.client().call(UserUpdate.self, params)
        try await watch.awaitOutput("Ada Moreno")
        _ = try bench.client().call(AuthSignOut.self, .init())
        #expect(try await watch.awaitExit() == 0)
        #expect(watch.output.hasSuffix("signed out\n"), "\(watch.output)")
    }
}
