import Glibc
import LinuxSupport
import PictureCodec
import SystemCalls

/// The limits under which this process reads a stranger's picture. It keeps its standard input and output, some memory
/// and some time.
enum PictureConfinement {
    private static let limits = [
        ResourceLimit(.core, 0),
        ResourceLimit(.fileSize, 0),
        ResourceLimit(.lockedMemory, 0),
        ResourceLimit(.processorSeconds, UInt64(PictureLimits.seconds)),
        ResourceLimit(.addressSpace, UInt64(PictureLimits.memory)),
        // No number above the standard descriptors is left.
        ResourceLimit(.openFiles, 3),
    ]

    /// Gives up everything else. Call this method before the first byte is read, on the only thread.
    static func begin() throws(LinuxError) {
        try ProcessHygiene.begin()
        try ProcessHygiene.endWithParent(getppid())
        try ProcessHygiene.protectMemory()
        try ProcessHygiene.endAfter(seconds: PictureLimits.seconds)
        try Sandbox.closeDescriptors(from: 3)
        try Sandbox.forbidNewPrivileges()
        // The system-call filter forbids all files. Landlock forbids them once more, where the kernel has it.
        _ = try LandlockRuleset(readable: [], executable: []).enforce()
        for limit in limits { try limit.apply() }
        try filter.load()
    }

    /// Reading and writing open descriptors, memory that cannot be executed, and the end.
    private static var filter: SystemCallFilter {
        let plain = [
            "read", "write", "brk", "munmap", "mremap", "madvise", "futex", "getrandom", "clock_gettime",
            "rt_sigreturn", "restart_syscall", "exit", "exit_group",
        ]
        let data = UInt64(PROT_READ | PROT_WRITE)
        let rules = plain.map { SystemCallFilter.Rule($0) } + [.init("mmap", .equals(argument: 2, data))]
        return SystemCallFilter(
            allowed: rules,
            denied: ["open", "openat", "socket", "connect", "clone", "fork", "vfork", "execve", "execveat", "mprotect"])
    }
}
