import Glibc
import LinuxSupport
import TestSupport
import Testing

@testable import SignalSender

/// Tests programs that are started for a single message.
@Suite(.timeLimit(.minutes(1))) struct ChildProgramTests {
    init() throws {
        // Ignores signals as the sender itself does, because a child that does not read its input must not end its
        // parent.
        try ProcessHygiene.ignoreFatalSignals()
    }

    private static func shell(_ script: String, limit: Duration = .seconds(20)) -> ChildProgram {
        ChildProgram(path: "/bin/sh", arguments: ["-c", script], limit: limit)
    }

    @Test("child program: its status and its last line count") func itsStatusAndItsLastLineCount() async {
        let end = await Self.shell("cat; echo one; echo two; exit 3").run(input: Array("in\n".utf8))
        #expect(end == .exited(3, lastLine: "two"))
        #expect(end.failure == nil && "\(end)" == "exit status 3")
        #expect(await Self.shell("kill -KILL $$").run(input: []) == .killed)
        #expect(await ChildProgram(path: "/nowhere", limit: .seconds(1)).run(input: []) == .notStarted)
    }

    @Test("child program: it has no environment and reads or not") func itHasNoEnvironmentAndReadsOrNot() async {
        // The environment contains no variables except those that a shell sets itself.
        let script = "echo end $(env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=)"
        let end = await Self.shell(script).run(input: [])
        #expect(end == .exited(0, lastLine: "end"))
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        #expect(await Self.shell("exit 0").run(input: long) == .exited(0, lastLine: ""))
    }

    /// However much the program writes, only the end of its output is kept.
    @Test("child program: its output is bounded") func itsOutputIsBounded() async {
        let end = await Self.shell("head -c 3000000 /dev/zero | tr '\\0' 'x'; echo; echo last").run(input: [])
        #expect(end == .exited(0, lastLine: "last"))
    }

    /// The channel's program starts other programs. They end together with the channel's program, and do not delay its
    /// end.
    @Test("child program: its time ends it and what it has started")
    func itsTimeEndsItAndWhatItHasStarted() async throws {
        let directory = try TestDirectory()
        let file = directory.file("pid")
        let script = "sleep 600 & echo $! >'\(file)'; wait"
        let end = await Self.shell(script, limit: .milliseconds(700)).run(input: [])
        #expect(end == .timedOut && end.failure?.isUncertain == true)
        let pid = try #require(Int32(String(decoding: SystemFile.read(file, limit: 32), as: UTF8.self).dropLast()))
        // The child's parent is dead, so another process adopts the child and collects its exit status.
        for _ in 0..<2_000 where kill(pid, 0) == 0 && !Self.isZombie(pid) { poll(nil, 0, 5) }
        #expect(kill(pid, 0) != 0 || Self.isZombie(pid))
        let left = await Self.shell("sleep 600 & exit 0").run(input: [])
        #expect(left == .exited(0, lastLine: ""), "it does not wait for what lives on")
    }

    private static func isZombie(_ pid: Int32) -> Bool {
        guard let status = try? SystemFile.read("/proc/\(pid)/status", limit: 8_192) else { return true }
        return String(decoding: status, as: UTF8.self).contains("State:\tZ")
    }
}
