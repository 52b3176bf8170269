import Foundation
import Glibc
import LinuxSupport
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the start and the end of the sender program itself.
@Suite(.timeLimit(.minutes(2))) struct SenderProgramTests {
    private static func check(_ channel: String, own: Bool = true) async throws -> (Int32, String) {
        let directory = try TestDirectory(mode: 0o755)
        try directory.directory("senders.d", mode: 0o755)
        try directory.write("#!/bin/sh\n", to: "senders.d/good", mode: 0o755)
        try directory.write("#!/bin/sh\n", to: "senders.d/plain", mode: 0o644)
        try directory.write("#!/bin/sh\n", to: "senders.d/open", mode: 0o777)
        try directory.write("#!/bin/sh\n", to: "outside", mode: 0o755)
        try directory.write("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw\n", to: "push-key", mode: 0o600)
        try directory.write("secret\n", to: "no-key", mode: 0o600)
        let text =
            #"{"programs": "\#(directory.file("senders.d"))", "own_programs": \#(own), "channels": [\#(channel)]}"#
        let path = try directory.write(text.replacing("HERE", with: directory.path), to: "sender.json")
        let program = try ChildProcess(
            try Products.executable("lifesignal-sender"), ["--check-config", path])
        return (try await program.awaitExit(), program.output + program.errors)
    }

    @Test(
        "sender program: takes what can be used",
        arguments: [
            #"{"name": "a", "kind": "program", "program": "good"}"#,
            #"{"name": "a", "kind": "program", "program": "HERE/senders.d/good"}"#,
            #"{"name": "a", "kind": "mail", "from": "x@example.org"}"#,
            #"{"name": "a", "kind": "http", "url": "https://ntfy.example.org/", "template": "ntfy"}"#,
            #"{"name": "a", "kind": "push", "key_file": "HERE/push-key", "contact": "x@example.org"}"#,
        ])
    func takesWhatCanBeUsed(_ channel: String) async throws {
        let (status, said) = try await Self.check(channel)
        #expect(status == 0, "\(said)")
    }

    @Test(
        "sender program: refuses what cannot",
        arguments: [
            (#"{"name": "a", "kind": "program", "program": "plain"}"#, "is not executable"),
            (#"{"name": "a", "kind": "program", "program": "open"}"#, "may be written by others"),
            (#"{"name": "a", "kind": "program", "program": "none"}"#, "channel a: "),
            (#"{"name": "a", "kind": "program", "program": "../outside"}"#, "must name programs in"),
            (#"{"name": "a", "kind": "program", "program": "HERE/outside"}"#, "must name programs in"),
            (#"{"name": "A", "kind": "program", "program": "good"}"#, "/channels/0/name must contain only a-z"),
            (#"{"name": "a", "kind": "pigeon"}"#, "/channels/0/kind must be one of"),
            (#"{"name": "a", "kind": "mail", "from": "-x@y z"}"#, "/channels/0/from must"),
            (#"{"name": "a", "kind": "push", "contact": "x@y"}"#, "/channels/0/key_file is missing"),
            (#"{"name": "a", "kind": "push", "key_file": "HERE/no-key", "contact": "x@y"}"#, "--new-push-key"),
            (#"{"name": "a", "kind": "push", "key_file": "/k", "contact": "x"}"#, "/channels/0/contact must"),
            (
                #"{"name": "a", "kind": "push", "key_file": "/k", "contact": "x@y", "services": ["http://x"]}"#,
                "/channels/0/services must be https"
            ),
            (#"{"name": "a", "kind": "mail", "from": "x@y", "url": "https://x"}"#, "/channels/0/url"),
            (#"{"name": "a", "kind": "http", "url": "ftp://x"}"#, "/channels/0/url must be http"),
            (#"{"name": "a", "kind": "http", "url": "https://me:secret@x/"}"#, "/channels/0/url must be http"),
            (#"{"name": "a", "kind": "http", "url": "https://x/\r\nHost: y"}"#, "/channels/0/url must be http"),
            (
                #"{"name": "a", "kind": "http", "url": "https://x", "token_file": "/t", "token_credential": "t"}"#,
                "excludes token_file"
            ),
            (
                #"{"name": "a", "kind": "mail", "from": "x@y"}, {"name": "a", "kind": "mail", "from": "x@y"}"#,
                "must have different names"
            ),
        ])
    func refusesWhatCannot(_ channel: String, _ fault: String) async throws {
        let (status, said) = try await Self.check(channel)
        #expect(status == EX_CONFIG && said.contains(fault), "\(said)")
        #expect(!said.contains("secret"))
    }

    @Test("sender program: makes a key for push services once") func makesAKey() async throws {
        let directory = try TestDirectory()
        let path = directory.file("key")
        for status in [0, EX_CONFIG] {
            let program = try ChildProcess(try Products.executable("lifesignal-sender"), ["--new-push-key", path])
            #expect(try await program.awaitExit() == status && program.output.isEmpty)
        }
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.firstMatch(of: /^[\w-]{43}\n$/) != nil && !text.isEmpty)
    }

    /// A broken channel does not affect the other channels. The sender uses the channel as soon as it works.
    @Test("sender program: a broken channel keeps no other from its work")
    func aBrokenChannelKeepsNoOtherFromItsWork() async throws {
        var box: PostBox?
        let bench = try await SenderBench(told: [("gone", "a"), ("box", "b")]) { directory in
            box = try PostBox("box", in: directory)
            return [ProgramDeliveryTests.program("gone"), ProgramDeliveryTests.program("box")]
        }
        #expect(bench.sender.errors.contains("a channel cannot be used"))
        try bench.miss()
        #expect(try box?.message()["address"]?.stringValue == "b")
        try bench.await { $0.map(\.state) == ["queued", "handed"] }
        let program = bench.bench.directory.file("senders.d")
        #expect(symlink("\(program)/box", "\(program)/gone") == 0)
        try bench.bench.advance(.seconds(5))
        #expect(try box?.message()["address"]?.stringValue == "a")
    }

    /// The sender also continues to work when the daemon is stopped and started in the ordinary way.
    @Test("sender program: follows a restart of the daemon") func followsARestartOfTheDaemon() async throws {
        let (bench, box) = try await ProgramDeliveryTests.bench()
        try await bench.bench.restart(after: SIGTERM)
        try await bench.sender.awaitErrors("lifesignald is away")
        try bench.miss()
        #expect(try box.message()["kind"]?.stringValue == "alert")
        try bench.await { $0[0].state == "handed" }
    }

    /// Before it stops, the sender finishes the message that it is handing over, and sends it exactly once.
    @Test("sender program: stops when nothing is in hand") func stopsWhenNothingIsInHand() async throws {
        let (bench, box) = try await ProgramDeliveryTests.bench()
        let gate = bench.bench.directory.file("gate")
        #expect(mkfifo(gate, 0o600) == 0)
        try box.answer("read -r line <'\(gate)'; exit 0")
        try bench.miss()
        _ = try box.message()
        bench.sender.signal(SIGTERM)
        // If a pipe is opened for both reading and writing, the opening never waits.
        let opened = open(gate, O_RDWR | O_CLOEXEC)
        defer { close(opened) }
        #expect(write(opened, "\n", 1) == 1)
        #expect(try await bench.sender.awaitExit() == 0)
        #expect(try bench.deliveries().map(\.state) == ["handed"])
    }

    @Test("sender program: tells its service manager that it is ready and lives")
    func tellsItsServiceManagerThatItIsReadyAndLives() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let manager = try NotifySocket(directory.file("notify"))
        let configuration = try directory.write(
            #"{"lifesignal": "\#(directory.file("nobody.sock"))"}"#, to: "sender.json")
        let sender = try ChildProcess(
            try Products.executable("lifesignal-sender"), ["--config", configuration],
            environment: ["NOTIFY_SOCKET": directory.file("notify"), "WATCHDOG_USEC": "200000"])
        #expect(manager.next(beginning: "READY=1") == "READY=1\nSTATUS=without channels")
        #expect(manager.next(beginning: "WATCHDOG=1") != nil)
        sender.signal(SIGTERM)
        #expect(try await sender.awaitExit() == 0, "although nobody answers it")
    }
}
