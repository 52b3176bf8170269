import Glibc

/// Where this process's standard error leads.
package enum StandardError {
    /// Whether it is the journal's stream that `variable`, the value of `JOURNAL_STREAM`, names by device and inode.
    /// Standard error that was redirected since is not. Source: systemd.exec(5).
    package static func isJournal(_ variable: String?) -> Bool {
        guard let parts = variable?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    }
}
