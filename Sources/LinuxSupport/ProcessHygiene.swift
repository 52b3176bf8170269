import CLinuxSupport
import Glibc

/// What every process of ours does to itself before anything else.
package enum ProcessHygiene {
    /// What every process does before it opens anything: the first statement of every `main`.
    package static func begin() throws(LinuxError) {
        try occupyStandardDescriptors()
        try ignoreFatalSignals()
    }

    /// Opens `/dev/null` as those of standard input, output and error that the caller has closed (`<&- >&-`): the next socket would get the
    /// number, be read as input and written to as output.
    package static func occupyStandardDescriptors() throws(LinuxError) {
        _ = try LinuxError.check(seam_occupy_standard_descriptors(), "opening /dev/null for a closed descriptor")
    }

    /// Makes a vanished peer and a full disk into errors of the call: by default SIGPIPE and SIGXFSZ end the process.
    package static func ignoreFatalSignals() throws(LinuxError) {
        _ = try LinuxError.check(seam_ignore_fatal_signals(), "ignoring SIGPIPE and SIGXFSZ")
    }

    /// Keeps this process's memory from others of the same user and from core files.
    ///
    /// Again after any change of user.
    package static func protectMemory() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_undumpable(), "making the process undumpable")
        try ResourceLimit(.core, 0).apply()
    }

    /// Whether `protectMemory` holds now.
    package static var isMemoryProtected: Bool { seam_is_dumpable() == 0 }

    /// Allows this process at least `count` open descriptors if the hard limit lets it; answers what it has now.
    @discardableResult
    package static func raiseOpenFiles(to count: UInt64) throws(LinuxError) -> UInt64 {
        let now = try ResourceLimit.current(.openFiles)
        let wanted = max(now.soft, min(count, now.hard))
        let status = seam_set_limit(SEAM_LIMIT_OPEN_FILES, wanted, now.hard)
        _ = try LinuxError.check(status, "raising the number of open files")
        return wanted
    }

    /// Gives what is larger than 128 KiB pages of its own, which go back to the kernel when it is freed.
    ///
    /// glibc would raise that bound to the largest block that was ever freed, and keep the room of a burst's tables and replies between
    /// what lives on. Source: mallopt(3), `M_MMAP_THRESHOLD`.
    package static func mapLargeBlocks() throws(LinuxError) {
        _ = try LinuxError.check(seam_map_large_blocks(128 << 10), "bounding the allocator's blocks")
    }

    /// Gives the kernel back the pages that freed memory has left, which glibc otherwise keeps for as long as something
    /// lives above them.
    ///
    /// Locks each arena for its turn: after a burst, not in the course of work. Source: malloc_trim(3).
    package static func giveBackMemory() { seam_give_back_memory() }

    /// Refuses to go on where this process does not see all users: there every foreign peer has the same number.
    ///
    /// `map` is the text of `/proc/self/uid_map`, read here when absent. Throws `.partialUserMap`.
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
                "this process sees only some user ids (a user namespace, such as PrivateUsers=yes), so it cannot tell"
                    + " its callers apart"
            )
        }
    }

    /// Ends this process with `signal` when its parent ends.
    ///
    /// `parent` is the process that started us: if it has gone already, throws `.closed`, and the caller should exit.
    ///
    /// Tied to the calling *thread's* parent thread: call on the main thread, and keep the parent's spawning thread.
    package static func endWithParent(_ parent: Int32, signal: Int32 = SIGKILL) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_parent_death_signal(signal), "asking to end with the parent")
        guard getppid() == parent else { throw LinuxError(.closed, "the parent has ended already") }
    }

    /// All of the above that any daemon wants, in order.
    package static func prepareDaemon(openFiles: UInt64 = 16_384) throws(LinuxError) {
        try begin()
        try protectMemory()
        try mapLargeBlocks()
        try raiseOpenFiles(to: openFiles)
        try requireFullUserMap()
    }
}
