import CLinuxSupport
import Glibc

/// The precautions that each of our processes takes before anything else.
package enum ProcessHygiene {
    /// Takes the precautions before the process opens anything: make this the first statement of every `main`.
    package static func begin() throws(LinuxError) {
        try occupyStandardDescriptors()
        try ignoreFatalSignals()
    }

    /// If the caller has closed standard input, output or error (`<&- >&-`), opens `/dev/null` in its place. Otherwise,
    /// the next socket would get that number, and be read as input or written to as output.
    package static func occupyStandardDescriptors() throws(LinuxError) {
        _ = try LinuxError.check(seam_occupy_standard_descriptors(), "opening /dev/null for a closed descriptor")
    }

    /// Turns a vanished peer or a full disk into an error of the call: by default, SIGPIPE and SIGXFSZ end the process.
    package static func ignoreFatalSignals() throws(LinuxError) {
        _ = try LinuxError.check(seam_ignore_fatal_signals(), "ignoring SIGPIPE and SIGXFSZ")
    }

    /// Overwrites what finished calls have left on this thread's stack: a short text, such as a PIN, is stored there
    /// directly, and would stay until another call reached that depth.
    package static func wipeStack() { seam_wipe_stack() }

    /// Protects this process's memory from other processes of the same user, and keeps it out of core files.
    ///
    /// Call it again after any change of user.
    package static func protectMemory() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_undumpable(), "making the process undumpable")
        try ResourceLimit(.core, 0).apply()
    }

    /// Whether `protectMemory` is in effect.
    package static var isMemoryProtected: Bool { seam_is_dumpable() == 0 }

    /// Allows this process at least `count` open descriptors, if the hard limit permits it. Returns the limit now in
    /// force.
    @discardableResult
    package static func raiseOpenFiles(to count: UInt64) throws(LinuxError) -> UInt64 {
        let now = try ResourceLimit.current(.openFiles)
        let wanted = max(now.soft, min(count, now.hard))
        let status = seam_set_limit(SEAM_LIMIT_OPEN_FILES, wanted, now.hard)
        _ = try LinuxError.check(status, "raising the number of open files")
        return wanted
    }

    /// Gives each block larger than 128 KiB its own pages, which go back to the kernel when the block is freed.
    ///
    /// Otherwise, glibc would raise that threshold to the largest block ever freed, and keep the memory of a burst's
    /// tables and replies between live blocks. Source: mallopt(3), `M_MMAP_THRESHOLD`.
    package static func mapLargeBlocks() throws(LinuxError) {
        _ = try LinuxError.check(seam_map_large_blocks(128 << 10), "bounding the allocator's blocks")
    }

    /// Returns to the kernel the pages of freed memory, which glibc otherwise keeps for as long as something lives
    /// above them.
    ///
    /// Locks each arena in turn: call it after a burst, not in the middle of work. Source: malloc_trim(3).
    package static func giveBackMemory() { seam_give_back_memory() }

    /// Refuses to continue if this process does not see all users: every foreign peer would then have the same number.
    ///
    /// `map` is the text of `/proc/self/uid_map`, which is read here if `map` is absent. Throws `.partialUserMap`.
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
    /// `parent` is the process that started us. If it is already gone, this throws `.closed`, and the caller should
    /// exit.
    ///
    /// The signal depends on the calling *thread's* parent thread: call it on the main thread, and keep the parent's
    /// spawning thread alive.
    package static func endWithParent(_ parent: Int32, signal: Int32 = SIGKILL) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_parent_death_signal(signal), "asking to end with the parent")
        guard getppid() == parent else { throw LinuxError(.closed, "the parent has ended already") }
    }

    /// Does everything above that a daemon needs, in order.
    package static func prepareDaemon(openFiles: UInt64 = 16_384) throws(LinuxError) {
        try begin()
        try protectMemory()
        try mapLargeBlocks()
        try raiseOpenFiles(to: openFiles)
        try requireFullUserMap()
    }
}
