import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a client in Python, `Tests/LifeSignal/Peers/person.py`, whose author used only the contract.
@Suite(.timeLimit(.minutes(2))) struct OtherLanguageTests {
    @Test("other language: somebody signs in from the contract alone")
    func somebodySignsInFromTheContractAlone() async throws {
        let bench = try await SignalBench()
        let script = Products.package + "Tests/LifeSignal/Peers/person.py"
        let peer = try ChildProcess(
            "/usr/bin/python3", [script, bench.socket, SignalBench.ada, "Ada", "Moreno"], input: nil)
        try await peer.awaitOutput("auth.sign_in")
        try peer.write(try bench.code(SignalBench.ada) + "\n")
        try await peer.awaitOutput("last_check_in")
        let params = UserUpdate.Params(firstName: "Ida", lastName: "Quux", emergencyNote: "insulin")
        let ida = try bench.client().call(UserUpdate.self, params)
        try await peer.awaitOutput("Quux")
        _ = try bench.client().call(AuthSignOut.self, .init())
        #expect(try await peer.awaitExit() == 0, "\(peer.errors)")

        let told = try peer.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
        let calls = told.filter { $0["kind"] == nil }
        #expect(calls.compactMap { $0["method"]?.stringValue } == ["user.get", "auth.sign_in", "auth.verify"])
        #expect(calls.first?["error"] == "signal.not_signed_in")
        let items = told.filter { $0["kind"] != nil }
        #expect(
            items.compactMap { $0["kind"]?.stringValue } == ["snapshot", "synced", "user", "user", "user", "ended"])
        #expect(items.first?["data"]?["phone"] == .string(SignalBench.ada))
        #expect(items.dropFirst(2).first?["data"]?["first_name"] == "Ada")
        #expect(items.dropFirst(3).first?["data"]?["last_check_in"] == ida.json["last_check_in"], "it has checked in")
        #expect(items.dropFirst(4).first?["data"] == ida.json)
        #expect(items.last?["data"]?["why"] == "signed_out")
    }
}
