import Foundation
import LinuxSupport
import ProviderAPI
import ProviderRuntime
import TestSupport
import Testing

/// Tests the limits that apply to a program that the launcher has started. The programs are scripts for the system's
/// Python.
@Suite(.serialized) struct ProviderLauncherTests {
    let scratch: TestDirectory

    init() throws { scratch = try TestDirectory() }

    @Test("provider launcher: the environment is empty and descriptors end at two")
    func theEnvironmentIsEmptyAndDescriptorsEndAtTwo() throws {
        let output = try run(
            """
            import fcntl, os
            def isOpen(number):
                try: return fcntl.fcntl(number, fcntl.F_GETFD) >= 0
                except OSError: return False
            print("fds", [number for number in range(1024) if isOpen(number)])
            print("environment", sorted(set(os.environ) - {"LC_CTYPE"}))
            """,
            environment: ["SECRET": "canary"]
        )
        #expect(output.contains("fds [0, 1, 2]"))
        #expect(output.contains("environment []"))
    }

    @Test("provider launcher: what the host left open is closed") func whatTheHostLeftOpenIsClosed() async throws {
        let program = try script(
            """
            import os
            def isOpen(number):
                try: return os.fstat(number) is not None
                except OSError: return False
            print([number for number in range(64) if isOpen(number)])
            """)
        let leaking = "exec 3</dev/null 4</dev/null 9</dev/null; exec \"$0\" \"$1\""
        let child = try ChildProcess("/bin/sh", ["-c", leaking, launcher, program])
        #expect(try await child.awaitExit() == 0, "\(child.errors)")
        #expect(child.output == "[0, 1, 2]\n")
    }

    @Test("provider launcher: everything else is denied") func everythingElseIsDenied() throws {
        let output = try run(
            """
            import ctypes, os, resource, socket
            here = os.path.dirname(__file__)
            libc = ctypes.CDLL(None, use_errno=True)
            attempts = [
                "socket.socket(socket.AF_UNIX)", "socket.socket()", "socket.socketpair()",
                "os.fork()", "os.posix_spawn('/bin/true', ['true'], {})", "os.execv('/bin/true', ['true'])",
                "os.kill(os.getppid(), 0)", "os.kill(1, 0)",
                "open('/etc/passwd').read()", "open('/proc/self/environ').read()", "os.listdir('/')",
                "os.listdir('/tmp')", "open('/tmp/seam-should-not-exist', 'w')", "open(here + '/new', 'w')",
                "os.unlink(__file__)", "os.rename(__file__, here + '/other')", "os.chmod(__file__, 0o777)",
                "os.mkdir(here + '/directory')", "os.symlink('/etc', here + '/link')", "os.dup2(0, 200)",
                "resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))", "os.setuid(1)", "os.setsid()",
                "libc.ptrace(0, 0, 0, 0) and 1 / 0", "libc.prctl(1, 0, 0, 0, 0) and 1 / 0",
                "libc.memfd_create(b'x', 0) < 0 and 1 / 0", "libc.unshare(0x10000000) and 1 / 0",
                *("libc.syscall(322, 200, b'%s', None, None, 0x1000) and 1 / 0" % path
                  for path in ("/lib/x86_64-linux-gnu/libc.so.6", "/usr/bin/true", here + "/provider")),
            ]
            worked = []
            for attempt in attempts:
                try:
                    eval(attempt)
                    worked.append(attempt)
                except (OSError, ValueError, ZeroDivisionError):
                    pass
            print(len(attempts), worked)
            """
        )
        #expect(output == "30 []\n")
    }

    @Test("provider launcher: clocks and randomness are there") func clocksAndRandomnessAreThere() throws {
        let output = try run(
            """
            import os, time
            print(len(os.urandom(8)), time.monotonic() > 0, os.getpid() > 0)
            """
        )
        #expect(output == "8 True True\n")
    }

    @Test("provider launcher: there is one thread") func thereIsOneThread() throws {
        let output = try run(
            """
            import ctypes, errno, threading, time
            started = 0
            try:
                for _ in range(100):
                    threading.Thread(target=time.sleep, args=(1,), daemon=True).start()
                    started += 1
            except RuntimeError:
                pass
            libc = ctypes.CDLL(None, use_errno=True)
            libc.syscall(435, None, 0)
            print("threads", started, "clone3", errno.errorcode[ctypes.get_errno()], flush=True)
            """
        )
        #expect(output == "threads 0 clone3 ENOSYS\n")
    }

    @Test("provider launcher: limits hold") func limitsHold() throws {
        let output = try run(
            """
            import resource as r
            names = ["RLIMIT_CORE", "RLIMIT_FSIZE", "RLIMIT_CPU", "RLIMIT_NOFILE", "RLIMIT_MEMLOCK", "RLIMIT_AS"]
            print([r.getrlimit(getattr(r, name)) for name in names])
            try:
                room = bytearray(2 << 30)
                print("it worked")
            except MemoryError:
                print("no room")
            """
        )
        #expect(output.contains("[(0, 0), (0, 0), (20, 20), (64, 64), (0, 0), (1073741824, 1073741824)]"))
        #expect(output.contains("no room"))
    }

    @Test("provider launcher: a binary is entered too") func aBinaryIsEnteredToo() throws {
        let answer = try spawn(["/bin/cat"], input: "through\n")
        #expect(answer.status == 0 && answer.output == "through\n")
    }

    @Test("provider launcher: wrong arguments are usage") func wrongArgumentsAreUsage() throws {
        for arguments in [[], ["a", "b", "c"], ["--frob", "/bin/true"], ["--allow-no-landlock"]] {
            let answer = try spawn(arguments)
            #expect(answer.status == LaunchFault.usage.exitStatus)
            #expect(answer.output.hasPrefix("seam-provider-run: usage: "))
        }
    }

    @Test("provider launcher: unsuitable programs are refused") func unsuitableProgramsAreRefused() throws {
        let plain = try scratch.write("text", to: "plain")
        let noInterpreter = try scratch.write("#!relative\n", to: "relative", mode: 0o755)
        let absentInterpreter = try scratch.write("#!/nonexistent/shell\n", to: "absent", mode: 0o755)
        for program in [plain, noInterpreter, absentInterpreter, "/nonexistent", "bin/true", scratch.path] {
            let answer = try spawn([program])
            #expect(answer.status == LaunchFault.unsuitableProgram.exitStatus, "\(program)")
            #expect(answer.output.hasPrefix("seam-provider-run: "))
        }
    }

    /// If the daemon is killed, a provider also ends, even if it ignores the end of its input.
    @Test("provider launcher: a child ends with its host") func aChildEndsWithItsHost() async throws {
        let program = try script("import time\nprint('ready', flush=True)\ntime.sleep(600)\n")
        let hosting = "import subprocess, os, sys; subprocess.Popen(['\(launcher)', '\(program)']).wait()"
        let host = try ChildProcess("/usr/bin/python3", ["-c", hosting], input: nil)
        try await host.awaitOutput("ready")
        host.signal(SIGKILL)
        // The provider and the host share an output, which ends only when both processes have ended.
        #expect(try await host.awaitExit() == 128 + SIGKILL)
    }

    private var launcher: String {
        (try? Products.executable("seam-provider-run")) ?? "/seam-provider-run-is-not-built"
    }

    private func script(_ text: String) throws -> String {
        try scratch.write("#!/usr/bin/python3 -I\n" + text, to: "program", mode: 0o755)
    }

    private func run(_ text: String, environment: [String: String] = [:]) throws -> String {
        let answer = try spawn([try script(text)], environment: environment)
        #expect(answer.status == 0, "\(answer.output)")
        return answer.output
    }

    /// Runs the launcher, and waits until it has finished. Standard output and standard error share one pipe.
    private func spawn(
        _ arguments: [String],
        input text: String = "",
        environment: [String: String] = [:]
    ) throws -> (status: Int32, output: String) {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: launcher)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, said)
    }
}
