/// The reason why a provider did not become a contained process. `seam-provider-run`, and a provider that cannot give
/// up further rights, exit with the corresponding status, so that the host reads a value rather than text.
package enum LaunchFault: String, Sendable, Hashable, CaseIterable {
    /// The arguments given to the launcher are wrong.
    case usage
    /// The program's path is not absolute, the program is not a regular executable file, or its interpreter is
    /// unusable.
    case unsuitableProgram = "unsuitable_program"
    /// The kernel has no Landlock, or the container's filter forbids it, and the caller did not allow running without
    /// it.
    case noLandlock = "no_landlock"
    /// The system-call filter could not be created or loaded.
    case filter
    /// A resource limit could not be set for the process.
    case limits
    /// The process may not open enough files.
    case descriptors
    /// The host may not start another process.
    case processes
    /// The host cannot start the launcher itself.
    case launcher
    /// The kernel refused another operation.
    case system

    /// The exit status of a process with this fault. Programs do not exit with this status for reasons of their own.
    package var exitStatus: Int32 {
        switch self {
        case .unsuitableProgram: 80
        case .noLandlock: 81
        case .filter: 82
        case .limits: 83
        case .descriptors: 84
        case .processes: 85
        case .launcher: 86
        case .usage: 87
        case .system: 88
        }
    }

    /// Creates the fault that belongs to a process's exit status, or returns nil if the status belongs to no fault.
    package init?(exitStatus: Int32) {
        guard let fault = Self.allCases.first(where: { $0.exitStatus == exitStatus }) else { return nil }
        self = fault
    }

    /// What is missing, in words for people. The words follow a colon.
    package var words: String {
        switch self {
        case .usage: "the launcher is of another release than the daemon"
        case .unsuitableProgram: "its program cannot be run on this machine"
        case .noLandlock: "this kernel or container has no Landlock, which would keep it from files"
        case .filter: "this kernel or container allows no system-call filter (seccomp)"
        case .limits: "this container does not let limits be set (setrlimit)"
        case .descriptors: "too few files may be open at once (ulimit -n); it takes 256"
        case .processes: "no more processes may be started, or there is no memory for one"
        case .launcher: "seam-provider-run cannot be started"
        case .system: "the kernel refused to confine it; the log of seam-sessiond names the system call that failed"
        }
    }
}
