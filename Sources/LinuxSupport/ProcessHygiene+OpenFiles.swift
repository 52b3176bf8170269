import Glibc

extension ProcessHygiene {
    /// Descriptors that this process has open, as the kernel lists them; nil where it cannot be asked.
    package static func openFileCount() -> Int? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // The directory itself, its parent, and the descriptor that lists them.
        return max(0, count - 3)
    }
}
