import Foundation
import LinuxSupport
import Testing

@Suite struct ServiceEnvironmentTests {
    private func read(_ variables: [String: String], pidfdID: UInt64? = 77) throws(LinuxError) -> ServiceEnvironment {
        try ServiceEnvironment(variables, pid: 42, pidfdID: pidfdID)
    }

    @Test("service environment: without variables there is nothing") func withoutVariablesThereIsNothing() throws {
        #expect(try read([:]) == .none)
    }

    @Test(
        "service environment: reports go to a path or an abstract name",
        arguments: ["/run/systemd/notify", "@abstract"])
    func reportsGoToAPathOrAnAbstractName(name: String) throws {
        #expect(try read(["NOTIFY_SOCKET": name]).notifySocket == name)
    }

    @Test(
        "service environment: reports go nowhere else",
        arguments: ["", "/", "@", "relative", "vsock:2:1", "/" + String(repeating: "a", count: 107)])
    func reportsGoNowhereElse(name: String) {
        #expect(throws: LinuxError(.serviceEnvironment, "")) { try read(["NOTIFY_SOCKET": name]) }
    }

    @Test("service environment: the watchdog is ours or nobodys") func theWatchdogIsOursOrNobodys() throws {
        #expect(try read(["WATCHDOG_USEC": "1500000"]).watchdog == .milliseconds(1500))
        #expect(try read(["WATCHDOG_USEC": "20", "WATCHDOG_PID": "42"]).watchdog == .microseconds(20))
        #expect(try read(["WATCHDOG_USEC": "20", "WATCHDOG_PID": "43"]).watchdog == nil)
        for text in ["", "0", "-1", "1.5", "infinity", "18446744073709551615", " 1", "+1"] {
            #expect(throws: LinuxError(.serviceEnvironment, "")) { try read(["WATCHDOG_USEC": text]) }
        }
    }

    @Test("service environment: sockets are ours by number and by pidfd")
    func socketsAreOursByNumberAndByPidfd() throws {
        var variables = ["LISTEN_PID": "42", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "session:admin"]
        let names = try read(variables).sockets.map { "\($0.descriptor) \($0.name)" }
        #expect(names == ["3 session", "4 admin"])
        variables["LISTEN_PIDFDID"] = "77"
        #expect(try read(variables).sockets.count == 2)
        #expect(try read(variables, pidfdID: nil).sockets.count == 2, "a kernel that cannot tell")
        variables["LISTEN_PIDFDID"] = "78"
        #expect(try read(variables).sockets.isEmpty, "an earlier process had our number")
        variables["LISTEN_PIDFDID"] = nil
        variables["LISTEN_PID"] = "43"
        #expect(try read(variables).sockets.isEmpty)
        variables["LISTEN_PID"] = nil
        #expect(try read(variables).sockets.isEmpty)
    }

    @Test("service environment: without names they are unknown") func withoutNamesTheyAreUnknown() throws {
        #expect(try read(["LISTEN_PID": "42", "LISTEN_FDS": "1"]).sockets.map(\.name) == ["unknown"])
        #expect(try read(["LISTEN_PID": "42", "LISTEN_FDS": "0", "LISTEN_FDNAMES": ""]).sockets.isEmpty)
    }

    @Test(
        "service environment: what nobody understands is a fault",
        arguments: [
            ["LISTEN_FDS": "17"], ["LISTEN_FDS": "2147483647"], ["LISTEN_FDS": "-1"], ["LISTEN_FDS": "x"],
            ["LISTEN_FDS": "2", "LISTEN_FDNAMES": "one"], ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "one:two"],
            ["LISTEN_FDS": "1", "LISTEN_PIDFDID": "x"], ["LISTEN_FDS": "1", "LISTEN_PID": "x"],
        ])
    func whatNobodyUnderstandsIsAFault(variables: [String: String]) {
        let all = ["LISTEN_PID": "42"].merging(variables) { $1 }
        #expect(throws: LinuxError(.serviceEnvironment, "")) { try read(all) }
    }

    @Test("service environment: taking removes the variables whatever they say")
    func takingRemovesTheVariablesWhateverTheySay() async {
        await #expect(processExitsWith: .success) {
            for name in ServiceEnvironment.variables { setenv(name, "junk", 1) }
            #expect(throws: LinuxError(.serviceEnvironment, "")) { try ServiceEnvironment.take() }
            for name in ServiceEnvironment.variables { #expect(getenv(name) == nil) }
        }
    }

    @Test("service environment: taking closes the passed to children") func takingClosesThePassedToChildren() async {
        await #expect(processExitsWith: .success) {
            // The service manager passes descriptors from number 3 on. In the test's process, these descriptors may
            // already be open.
            for descriptor in 3...4 as ClosedRange<Int32> {
                if fcntl(descriptor, F_SETFD, 0) != 0 { dup2(0, descriptor) }
            }
            setenv("LISTEN_PID", "\(getpid())", 1)
            setenv("LISTEN_FDS", "2", 1)
            setenv("LISTEN_FDNAMES", "a:b", 1)
            let environment = try ServiceEnvironment.take()
            for socket in environment.sockets {
                #expect(fcntl(socket.descriptor, F_GETFD) == FD_CLOEXEC)
            }
            #expect(environment.sockets.map(\.name) == ["a", "b"])
        }
    }

    @Test("service environment: a report is lines and a status is one") func aReportIsLinesAndAStatusIsOne() {
        #expect(ServiceReport.ready("well").text == "READY=1\nSTATUS=well")
        #expect(ServiceReport.stopping("soon").text == "STOPPING=1\nSTATUS=soon")
        #expect(ServiceReport.status("a\nREADY=1\r\nb").text == "STATUS=a READY=1 b")
        #expect(ServiceReport.alive.text == "WATCHDOG=1")
    }
}

@Suite struct WatchdogTests {
    /// A loop whose answers the test controls.
    private final class HeldLoop: Sendable {
        private let questions = Locked([@Sendable () -> Void]())
        private let isHeld = Locked(false)

        var waiting: Int { questions.withLock { $0.count } }

        func ask(_ answered: @escaping @Sendable () -> Void) {
            if isHeld.withLock({ $0 }) { questions.withLock { $0.append(answered) } } else { answered() }
        }

        func hold() { isHeld.withLock { $0 = true } }

        func release() {
            isHeld.withLock { $0 = false }
            let held = questions.withLock { questions in
                defer { questions = [] }
                return questions
            }
            for question in held { question() }
        }
    }

    @Test("watchdog: a loop that hangs ends the signs of life", .timeLimit(.minutes(1)))
    func aLoopThatHangsEndsTheSignsOfLife() async throws {
        let (signs, sign) = AsyncStream.makeStream(of: String.self)
        let (free, held) = (HeldLoop(), HeldLoop())
        let watchdog = Watchdog(
            every: .milliseconds(2), parts: [.init("free", ask: free.ask), .init("held", ask: held.ask)],
            alive: { sign.yield("alive") }, silent: { sign.yield("silent \($0)") })
        let running = Task { await watchdog.run() }
        var told = signs.makeAsyncIterator()
        for _ in 0..<3 { #expect(await told.next() == "alive") }
        held.hold()
        // Signs of life that were already sent come first. After these, the silent loop is reported once, and no
        // further sign of life comes.
        var next = await told.next()
        while next == "alive" { next = await told.next() }
        #expect(next == #"silent ["held"]"#)
        #expect(held.waiting == 1, "it is asked once")
        held.release()
        #expect(await told.next() == "alive", "nothing was said while it hung")
        #expect(await told.next() == "alive")
        held.hold()
        running.cancel()
        await running.value
    }
}
