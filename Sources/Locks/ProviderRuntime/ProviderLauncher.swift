import Glibc
import LinuxSupport
import ProviderAPI
import SystemCalls

/// Starts a provider: the launcher permanently confines this process, then executes the program in the process.
///
/// The program gets descriptors 0 to 2, an empty environment, the limits below, and read access to the system's
/// libraries and its own directory. The program gets no sockets and no further processes or threads, and ends with its
/// host. The system-call filter must already be in force when the program is executed, so it has to allow `execveat`.
/// It allows this call for one descriptor number only, and that descriptor closes on exec. For an absolute path, the
/// kernel ignores the number, so Landlock allows executing only the program itself and the loader that starts it. The
/// program and the loader run under the same filter, so a provider gains nothing by executing either of them.
package struct ProviderLauncher: Sendable {
    /// The limits on the resources of an operation. An operation takes only a few seconds.
    ///
    /// Each limit applies to a single process, so that no user's operation reduces the resources of another user.
    static let limits = [
        ResourceLimit(.core, 0),
        ResourceLimit(.fileSize, 0),
        ResourceLimit(.lockedMemory, 0),
        ResourceLimit(.processorSeconds, 20),
        // A Swift program maps about 200 MiB of libraries and stacks before doing anything.
        ResourceLimit(.addressSpace, 1 << 30),
        ResourceLimit(.openFiles, 64),
    ]

    /// The paths where the loader finds the system's libraries. Paths that do not exist on this machine are skipped.
    static let systemLibraries = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/etc/ld.so.cache"]

    /// The loader that the kernel starts for a program with shared libraries, by architecture.
    static let loaders = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"]

    /// The number of the executed descriptor. The number is above the limit on open files.
    private static let programDescriptor: CInt = 200

    private let image: ProviderImage
    private let requiresLandlock: Bool

    /// Reads the arguments that follow the launcher's own name: `[--allow-no-landlock] PROGRAM`.
    package init(arguments: [String]) throws(ContainmentError) {
        let usage = "usage: seam-provider-run [--allow-no-landlock] /absolute/path/to/seam-provider-NAME"
        switch arguments.count {
        case 1: requiresLandlock = true
        case 2 where arguments[0] == "--allow-no-landlock": requiresLandlock = false
        default: throw ContainmentError(.usage, usage)
        }
        guard let program = arguments.last, !program.hasPrefix("-") else { throw ContainmentError(.usage, usage) }
        image = try ProviderImage(program: program)
    }

    /// Confines the process and executes the program in it. This method returns only by throwing an error.
    ///
    /// The process must have only one thread.
    package func run() throws(ContainmentError) -> Never {
        guard unsafe chdir("/") == 0 else {
            throw ContainmentError(.system, "the new root directory cannot be entered")
        }
        try Self.step { () throws(LinuxError) in
            try ProcessHygiene.begin()
            try ProcessHygiene.endWithParent(getppid())
            try Sandbox.closeDescriptors(from: 3)
            try Sandbox.forbidNewPrivileges()
        }
        let program = try Self.step(.unsuitableProgram) { () throws(LinuxError) in
            try Sandbox.openProgram(image.executable, as: Self.programDescriptor)
        }
        try Self.step(.limits) { () throws(LinuxError) in
            for limit in Self.limits { try limit.apply() }
        }
        let rules = LandlockRuleset(readable: readable, executable: [image.executable] + Self.loaders)
        let report = try Self.step { () throws(LinuxError) in try rules.enforce() }
        guard report.restrictsFiles || !requiresLandlock else {
            throw ContainmentError(.noLandlock, "this kernel cannot keep a provider away from files (no Landlock)")
        }
        try Self.step(.filter) { () throws(LinuxError) in
            try SystemCallFilter.provider(program: Self.programDescriptor, process: getpid()).load()
        }
        do throws(LinuxError) {
            try program.execute(arguments: image.arguments, environment: [])
        } catch {
            throw ContainmentError(error, as: .unsuitableProgram)
        }
    }

    /// Returns the result of `body`. If the kernel refuses `body`, this method throws `fault`.
    private static func step<Answer: ~Copyable>(
        _ fault: LaunchFault = .system, _ body: () throws(LinuxError) -> Answer
    ) throws(ContainmentError) -> Answer {
        do throws(LinuxError) {
            return try body()
        } catch {
            throw ContainmentError(error, as: fault)
        }
    }

    /// The directories and files that the provider may read. A development build finds the Swift runtime in the same
    /// place where this launcher found it.
    private var readable: [String] {
        let interpreter = image.executable == image.program ? [] : [image.executable]
        return Self.systemLibraries + Sandbox.mappedLibraryDirectories() + [image.directory] + interpreter
    }
}

extension ProviderLauncher {
    /// The `main` of `seam-provider-run`.
    ///
    /// The process exits with the status of a ``LaunchFault`` if the program cannot be confined or started.
    package static func main(_ arguments: [String]) -> Never {
        do throws(ContainmentError) {
            try ProviderLauncher(arguments: Array(arguments.dropFirst())).run()
        } catch {
            let line = Array("seam-provider-run: \(error)\n".utf8)
            // If standard error is closed, the exit status still shows the fault.
            _ = unsafe write(2, line, line.count)
            exit(error.code.exitStatus)
        }
    }
}
