import Glibc

/// This process's standard error: where it leads, and lines that nobody has to wait for.
package enum StandardError {
    /// Created with the first line. Nil if no thread can be created; lines are then written directly.
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
        // The last lines are written before the process ends, if there is a reader.
        atexit { StandardError.flush() }
        return queue
    }()

    /// Writes a line, including its line ending, without waiting for its reader. Lines that go unread are eventually
    /// dropped and counted.
    package static func say(_ line: [UInt8]) {
        guard let queue else { return write(line) }
        queue.add(line, bytes: line.count)
    }

    /// Waits, for a short time at most, until all lines have been written. Used at the end of a process.
    package static func flush() { queue?.flush() }

    /// Writes all the bytes to a descriptor, waiting for as long as that takes. Bytes that it refuses are dropped.
    package static func write(_ bytes: [UInt8], to descriptor: Int32 = STDERR_FILENO) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Another process that shares the open file has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Whether it is the journal's stream, as identified by device and inode in `variable`, the value of
    /// `JOURNAL_STREAM`. If standard error has been redirected since, it is not. Source: systemd.exec(5).
    package static func isJournal(_ variable: String?) -> Bool {
        guard let parts = variable?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    }
}
