import CLinuxSupport
import Glibc

/// The precautions that each process of this project takes before all other work.
package enum ProcessHygiene {
    /// Takes the precautions that are needed before the process opens any file. Make this call the first statement of
    /// every `main`.
    package static func begin() throws(LinuxError) {
        try occupyStandardDescriptors()
        try ignoreFatalSignals()
        // If SIGCHLD was inherited as ignored, this process would not learn how its children end.
        _ = signal(SIGCHLD, SIG_DFL)
    }

    /// If the caller has closed standard input, output or error (`<&- >&-`), opens `/dev/null` in its place. Otherwise,
    /// the next socket would get the number of the closed descriptor, and would be read as input or written to as
    /// output.
    package static func occupyStandardDescriptors() throws(LinuxError) {
        _ = try LinuxError.check(seam_occupy_standard_descriptors(), "opening /dev/null for a closed descriptor")
    }

    /// Makes a call fail with an error if its peer has vanished or the disk is full. By default, SIGPIPE and SIGXFSZ
    /// would end the process.
    package static func ignoreFatalSignals() throws(LinuxError) {
        _ = try LinuxError.check(seam_ignore_fatal_signals(), "ignoring SIGPIPE and SIGXFSZ")
    }

    /// Overwrites the data that finished calls have left on this thread's stack. A short text, such as a PIN, is stored
    /// directly on the stack, and would stay there until another call reached the same depth.
    package static func wipeStack() { seam_wipe_stack() }

    /// Protects this process's memory from other processes of the same user, and keeps it out of core files.
    ///
    /// Call this method again after any change of user.
    package static func protectMemory() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_undumpable(), "making the process undumpable")
        try ResourceLimit(.core, 0).apply()
    }

    /// Whether `protectMemory` is in effect.
    package static var isMemoryProtected: Bool { seam_is_dumpable() == 0 }

    /// Allows this process at least `count` open descriptors, if the hard limit permits it. Returns the limit that now
    /// applies.
    @discardableResult
    package static func raiseOpenFiles(to count: UInt64) throws(LinuxError) -> UInt64 {
        let now = try ResourceLimit.current(.openFiles)
        let wanted = max(now.soft, min(count, now.hard))
        let status = seam_set_limit(SEAM_LIMIT_OPEN_FILES, wanted, now.hard)
        _ = try LinuxError.check(status, "raising the number of open files")
        return wanted
    }

    /// Gives each block larger than 128 KiB its own pages, which return to the kernel when the block is freed.
    ///
    /// Otherwise, glibc would raise the threshold to the size of the largest block ever freed, and would keep the
    /// memory of a burst's tables and replies between live blocks. Source: mallopt(3), `M_MMAP_THRESHOLD`.
    package static func mapLargeBlocks() throws(LinuxError) {
        _ = try LinuxError.check(seam_map_large_blocks(128 << 10), "bounding the allocator's blocks")
    }

    /// Returns the pages of freed memory to the kernel. Otherwise, glibc keeps these pages while a live block lies
    /// above them.
    ///
    /// This method locks each arena of the allocator, one after another, so call it after a burst of work, not during
    /// the work. Source: malloc_trim(3).
    package static func giveBackMemory() { seam_give_back_memory() }

    /// Throws if this process does not see all users, because all peers from outside would then have the same number.
    ///
    /// The argument `map` is the text of `/proc/self/uid_map`. If `map` is absent, this method reads the file. Throws
    /// `.partialUserMap`.
    package static func requireFullUserMap(_ map: String? = nil) throws(LinuxError) {
        let text: String
        if let map {
            text = map
        } else {
            text = String(decoding: try SystemFile.read("/proc/self/uid_map", limit: 4_096), as: UTF8.self)
        }
        let fields = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }
        guard fields == ["0", "0", "4294967295"] else {
            throw LinuxError(
                .partialUserMap,
                "this process sees only some user ids (a user namespace, such as PrivateUsers=yes), so it cannot "
                    + "distinguish its callers"
            )
        }
    }

    /// Ends this process with `signal` when its parent ends.
    ///
    /// The argument `parent` is the process that started this process. If the parent has already ended, this method
    /// throws `.closed`, and the caller should exit.
    ///
    /// The signal is bound to the parent *thread* that started this process. Call this method on the main thread, and
    /// keep the parent's starting thread alive.
    package static func endWithParent(_ parent: Int32, signal: Int32 = SIGKILL) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_parent_death_signal(signal), "arranging to end with the parent process")
        guard getppid() == parent else { throw LinuxError(.closed, "the parent process has already ended") }
    }

    /// Ends this process by SIGALRM when so many seconds have passed.
    package static func endAfter(seconds: Int) throws(LinuxError) {
        _ = try LinuxError.check(seam_limit_time(Int32(clamping: seconds)), "limiting the time")
    }

    /// Takes all of the precautions above that a daemon needs, in order.
    package static func prepareDaemon(openFiles: UInt64 = 16_384) throws(LinuxError) {
        try begin()
        try protectMemory()
        try mapLargeBlocks()
        try raiseOpenFiles(to: openFiles)
        try requireFullUserMap()
    }
}
