import Glibc

/// This process's standard error: where it leads, and lines for it that nobody waits for.
package enum StandardError {
    /// Made at the first line. Nil if there can be no thread: then lines are written where they are said.
    private static let queue: OutputQueue<[UInt8]>? = {
        guard
            let queue = try? OutputQueue<[UInt8]>(
                "standard-error", bounds: .init(count: 1_024, bytes: 256 << 10),
                write: { item in
                    switch item {
                    case .element(let line): write(line)
                    case .gap(let missing): write(Array("\(missing) lines are missing here: nobody read them\n".utf8))
                    }
                })
        else { return nil }
        // The last words are written before the process ends, if there is a reader.
        atexit { StandardError.flush() }
        return queue
    }()

    /// Writes a line, with its end, and does not wait for its reader. Lines that are not read are dropped in the end,
    /// and counted.
    package static func say(_ line: [UInt8]) {
        guard let queue else { return write(line) }
        queue.add(line, bytes: line.count)
    }

    /// Waits until what was said is written, for a short time at most. For the end of a process.
    package static func flush() { queue?.flush() }

    /// Writes all the bytes to a descriptor, and waits for it as long as that takes. Bytes that it refuses are dropped.
    package static func write(_ bytes: [UInt8], to descriptor: Int32 = STDERR_FILENO) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process, which shares the open file, has set it so.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }

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
