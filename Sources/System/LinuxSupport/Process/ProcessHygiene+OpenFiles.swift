import Glibc

extension ProcessHygiene {
    /// Returns the number of this process's open descriptors, as the kernel lists them. If the kernel cannot be asked,
    /// returns nil.
    package static func openFileCount() -> Int? {
        guard let directory = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // The number excludes the entries for the directory itself and its parent, and the descriptor used to list
        // them.
        return max(0, count - 3)
    }
}
