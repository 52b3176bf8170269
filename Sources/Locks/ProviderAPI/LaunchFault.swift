/// The reason why no contained process was made from a provider. `seam-provider-run`, and a provider that cannot give
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

    /// The missing requirement, in words for people. The words follow a colon.
    package var words: String {
        switch self {
        case .usage: "the launcher and the daemon are from different releases"
        case .unsuitableProgram: "its program cannot be run on this machine"
        case .noLandlock:
            "this kernel or container has no Landlock, which is needed to keep the provider away from files"
        case .filter: "this kernel or container does not allow a system-call filter (seccomp)"
        case .limits: "this container does not allow limits to be set (setrlimit)"
        case .descriptors: "too few files may be open at the same time (ulimit -n): 256 are needed"
        case .processes: "no more processes may be started, or there is not enough memory for one"
        case .launcher: "seam-provider-run cannot be started"
        case .system:
            "the kernel refused to confine the provider: see the log of seam-sessiond for the system call that failed"
        }
    }
}
