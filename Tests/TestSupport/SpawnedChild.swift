import Glibc

/// A process that has just been started. Also contains our ends of the process's three pipes.
struct SpawnedChild: Sendable {
    let pid: Int32
    let input: Int32
    let output: Int32
    let errors: Int32

    /// Starts `command` in `directory`. Signals have their default effect, and the command's only descriptors are its
    /// three pipes.
    init(_ command: [String], environment: [String], directory: String) throws {
        _ = Self.brokenPipesIgnored
        let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writing, 2)
        _ = GNU.closeFrom(&actions, 3)
        _ = GNU.changeDirectory(&actions, directory)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var pid: pid_t = 0
        let code = Self.withCStrings(command) { arguments in
            Self.withCStrings(environment) { posix_spawn(&pid, command[0], &actions, &attributes, arguments, $0) }
        }
        for descriptor in [input.reading, output.writing, errors.writing] { close(descriptor) }
        guard code == 0 else {
            for descriptor in [input.writing, output.reading, errors.reading] { close(descriptor) }
            throw TestFailure("\(command[0]) does not start: \(String(cString: strerror(code)))")
        }
        self.pid = pid
        (self.input, self.output, self.errors) = (input.writing, output.reading, errors.reading)
    }

    /// A pipe. Both ends of the pipe close on exec from the start, because other tests spawn children at the same time,
    /// and these must not keep the ends open.
    private struct Pipe {
        let reading: Int32
        let writing: Int32

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard GNU.pipe2(&ends, O_CLOEXEC) == 0 else { throw TestFailure("no pipe") }
            (reading, writing) = (ends[0], ends[1])
        }
    }

    /// Ignores SIGPIPE. A write to a child that has ended would otherwise kill the test runner.
    private static let brokenPipesIgnored: Void = { _ = Glibc.signal(SIGPIPE, SIG_IGN) }()

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}

/// Functions of the C library that Swift's Glibc module does not declare.
private enum GNU {
    typealias Actions = UnsafeMutablePointer<posix_spawn_file_actions_t>

    static let pipe2: @convention(c) (UnsafeMutablePointer<Int32>, Int32) -> Int32 = symbol("pipe2")
    static let closeFrom: @convention(c) (Actions, Int32) -> Int32 = symbol("posix_spawn_file_actions_addclosefrom_np")
    static let changeDirectory: @convention(c) (Actions, UnsafePointer<CChar>) -> Int32 =
        symbol("posix_spawn_file_actions_addchdir_np")

    private static func symbol<Function>(_ name: String) -> Function {
        guard let address = dlsym(nil, name) else { preconditionFailure("the C library has no \(name)") }
        return unsafeBitCast(address, to: Function.self)
    }
}
