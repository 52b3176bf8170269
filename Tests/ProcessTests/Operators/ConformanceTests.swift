import Foundation
import Glibc
import TestSupport
import Testing

/// Checks both daemons over their sockets with `Protocol/conformance`. Servers that each break one rule test
/// `Protocol/conformance` itself.
@Suite(.serialized) struct ConformanceTests {
    private static let directory = "\(Products.package)Protocol/conformance"
    /// The time limit of a run. If many other suites run at the same time, a run takes much longer than alone.
    private static let limit = 280
    private static let options = ["--verbose", "--limit", "\(limit)"]

    @Test("conformance: the broker follows the protocol") func theBrokerFollowsTheProtocol() async throws {
        let broker = try await LoneDaemon(.radio)
        try await broker.awaitReady()
        let judged = try await Tool("run", ["--socket", broker.socket] + Self.options)
        Self.expectAll(judged, broker.process.errors)
        #expect(try await broker.stop() == 0)
    }

    /// A user who has quotas checks the session socket. The run must stay below these quotas, except in the tests that
    /// test the quotas. The administrators' socket has the same server, so the tests do not send the messages of the
    /// vectors to this socket as well.
    @Test("conformance: the session daemon follows the protocol")
    func theSessionDaemonFollowsTheProtocol() async throws {
        let guest: UInt32? = canBeOtherUsers ? 63_010 : nil
        let system = try await TestSystem(users: guest.map { [$0] } ?? [])
        try await system.signIn(uid: guest)
        let copy = system.directory.file("Protocol")
        try Products.copy(folder: "Protocol", to: copy)
        let judged = try await Tool(
            "run", ["--socket", system.sessionSocket] + Self.options, directory: "\(copy)/conformance", uid: guest)
        Self.expectAll(judged, system.logs)
        #expect(guest == nil || judged.output.contains("ok quota.connections"), "\(judged.findings)")
        let admin = try await Tool(
            "run", ["--socket", system.adminSocket] + Self.options + ["--rule", "[!jmtv]*", "text.*", "time.*"])
        Self.expectAll(admin, system.logs, atLeast: 110)
    }

    private static func expectAll(_ judged: Tool, _ logs: String, atLeast least: Int = 380) {
        #expect(judged.status == 0, "\(judged.findings)\n\(logs)")
        #expect(judged.count(of: "ok ") >= least, "\(judged.findings)")
    }

    /// Tests one rule-breaking server for each chapter of rules.
    @Test("conformance: a server that breaks a rule is found") func aServerThatBreaksARuleIsFound() async throws {
        try await Self.judgeMutants(["--chapters"], atLeast: 15)
    }

    @Suite(.lane(.mutants)) struct MutantsLane {
        @Test("conformance: every server that breaks a rule is found")
        func everyServerThatBreaksARuleIsFound() async throws {
            try await ConformanceTests.judgeMutants([], atLeast: 80)
        }
    }

    private static func judgeMutants(_ options: [String], atLeast least: Int) async throws {
        let system = try await TestSystem()
        try await system.signIn()
        let judged = try await Tool("mutant.py", ["--check", "--socket", system.sessionSocket] + options)
        print("mutants: \(judged.output.split(separator: "\n").last ?? "")")
        #expect(judged.status == 0, "\(judged.findings)\n\(system.logs)")
        #expect(judged.count(of: "killed ") >= least, "\(judged.findings)")
    }

    @Test("conformance: nobody there") func nobodyThere() async throws {
        let directory = try TestDirectory()
        #expect(try await Tool("run", ["--socket", directory.file("nobody.sock")]).status == 2)
        #expect(try await Tool("run", []).status == 2)
        #expect(try await Tool("run", ["--socket", directory.file("nobody.sock"), "--rule", "no.such"]).status == 2)
        #expect(try await Tool("mutant.py", ["--check", "--socket", directory.file("nobody.sock")]).status == 2)
    }

    @Test("conformance: changes of contracts are judged") func changesOfContractsAreJudged() async throws {
        let tested = try await Tool("compare", ["--self-test"])
        #expect(tested.status == 0, "\(tested.output)\(tested.errors)")
        let compared = try await Tool("compare", [])
        #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
        for number in [1, 2] { #expect(compared.output.contains("released/\(number)"), "\(compared.output)") }
    }

    @Test("conformance: the reference is what the contracts say")
    func theReferenceIsWhatTheContractsSay() async throws {
        let checked = try await Tool("reference", ["--check"])
        #expect(checked.status == 0, "\(checked.output)\(checked.errors)")
    }

    @Test(
        "conformance: a contract that takes back what was released is found",
        arguments: [
            ("rpc.json", #""name": "rpc.whoami""#, #""name": "rpc.whoami2""#),
            ("session.json", #""required": ["credentials"]"#, #""required": []"#),
            ("radio.json", #""resume": true"#, #""resume": false"#),
            ("provider.json", #""name": "gatt.read""#, #""name": "gatt.read2""#),
        ])
    func breakingChange(file: String, released: String, changed: String) async throws {
        let directory = try TestDirectory()
        let copy = directory.file("contract")
        try FileManager.default.copyItem(atPath: "\(Products.package)Protocol/contract", toPath: copy)
        let text = try String(contentsOfFile: "\(copy)/\(file)", encoding: .utf8)
        try #require(text.contains(released))
        try text.replacing(released, with: changed, maxReplacements: 1).write(
            toFile: "\(copy)/\(file)", atomically: false, encoding: .utf8)
        for number in [1, 2] {
            let compared = try await Tool("compare", ["\(copy)/released/\(number)", copy])
            #expect(compared.status == 1 && compared.output.contains("breaking"), "\(compared.output)")
        }
    }

    /// A run of one of the programs in `Protocol/conformance` that has ended.
    private struct Tool {
        let status: Int32
        let output: String
        let errors: String

        init(
            _ name: String, _ arguments: [String], directory: String = ConformanceTests.directory, uid: UInt32? = nil
        ) async throws {
            let process = try ChildProcess("/usr/bin/python3", ["\(directory)/\(name)"] + arguments, uid: uid)
            status = try await process.awaitExit(limit: .seconds(ConformanceTests.limit + 20))
            (output, errors) = (process.output, process.errors)
        }

        func count(of prefix: String) -> Int { output.split(separator: "\n").count { $0.hasPrefix(prefix) } }

        /// All results that differ from the expected results.
        var findings: String {
            let lines = output.split(separator: "\n").filter { !$0.hasPrefix("ok ") && !$0.hasPrefix("killed ") }
            return lines.joined(separator: "\n") + "\n" + errors
        }
    }
}
