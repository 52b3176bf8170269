import Foundation
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

/// Tests `seam signal` on a terminal.
@Suite(.timeLimit(.minutes(2))) struct SignalTerminalTests {
    static func seam(
        _ bench: SignalBench, _ arguments: [String], typing lines: [String] = [], _ variables: [String: String] = [:]
    ) async throws -> (status: Int32, screen: String) {
        let environment = ["LIFESIGNAL_SOCKET": bench.socket, "TERM": "xterm-256color", "LANG": "C.UTF-8"]
        let process = try ChildProcess(
            "/usr/bin/python3",
            [try Products.file("Tests/LifeSignal/Peers/typist.py"), try Products.executable("seam"), "signal"]
                + arguments,
            environment: environment.merging(variables) { $1 }, input: lines.map { $0 + "\n" }.joined())
        let status = try await process.awaitExit()
        return (status, process.output)
    }

    @Test("signal terminal: a new PIN is asked for twice") func aNewPINIsAskedForTwice() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let set = try await Self.seam(bench, ["pin"], typing: ["", "1234", "12 34", ""])
        #expect(set.status == 0 && set.screen.contains("you have a PIN"), "\(set)")
        #expect(!set.screen.contains("1234"))
        let slip = try await Self.seam(bench, ["pin"], typing: ["1234", "5678", "5679"])
        #expect(slip.status == 64 && slip.screen.contains("the two PINs differ: nothing has changed"), "\(slip)")
        #expect(
            reason { _ = try bench.client().call(CheckInPause.self, .init(length: .seconds(60), pin: "5678")) }
                == "signal.pin_wrong")
        #expect(try bench.client().call(CheckInPause.self, .init(length: .seconds(60), pin: "1234")).hasPIN)
    }

    @Test("signal terminal: a code is drawn in colours of its own or not at all")
    func aCodeIsDrawnInColoursOfItsOwnOrNotAtAll() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let drawn = try await Self.seam(bench, ["qr"]).screen
        let rows = drawn.split(separator: "\r\n").filter { $0.contains("▀") }
        #expect(rows.count >= 12 && rows.allSatisfy { $0.hasPrefix("\u{1b}[38;5;16;48;5;231m    ") }, "\(drawn)")
        let basic = try await Self.seam(bench, ["qr"], typing: [], ["TERM": "linux"]).screen
        #expect(basic.contains("\u{1b}[30;47m    █▀▀▀▀▀█ "), "\(basic)")
        for variables in [["LC_ALL": "en_US.ISO-8859-1"], ["NO_COLOR": "1"], ["TERM": "dumb"]] {
            let text = try await Self.seam(bench, ["qr"], typing: [], variables).screen
            #expect(text.contains("LS1:") && !text.contains("█") && text.split(separator: "\n").count == 1, "\(text)")
        }
    }
}
