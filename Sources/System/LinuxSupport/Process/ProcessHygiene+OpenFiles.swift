import Glibc

extension ProcessHygiene {
    /// How many descriptors this process has open, as the kernel lists them; nil if the kernel cannot be asked.
    package static func openFileCount() -> Int? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Not counting the directory itself, its parent, and the descriptor used to list them.
        return max(0, count - 3)
    }
}
