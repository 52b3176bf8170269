import Glibc

/// The standard error of this process. Lines can be written to it without waiting.
package enum StandardError {
    /// The queue for lines. It is created with the first line. If no thread can be created, the value is nil, and lines
    /// are written directly.
    private static let queue: OutputQueue<[UInt8]>? = {
        guard
            let queue = try? OutputQueue<[UInt8]>(
                "standard-error", bounds: .init(count: 1_024, bytes: 256 << 10),
                write: { item in
                    switch item {
                    case .element(let line): write(line)
                    case .gap(let missing):
                        write(Array("\(missing) lines are missing here because they were not read in time\n".utf8))
                    }
                })
        else { return nil }
        // If there is a reader, the last lines are written before the process ends.
        atexit { StandardError.flush() }
        return queue
    }()

    /// Writes a line, including its line ending, without waiting for its reader. Lines that nobody reads are eventually
    /// dropped and counted.
    package static func say(_ line: [UInt8]) {
        guard let queue else { return write(line) }
        queue.add(line, bytes: line.count)
    }

    /// Waits until all lines have been written, but only for a short time. Used at the end of a process.
    package static func flush() { queue?.flush() }

    /// Writes all bytes to a descriptor, however long this takes. Bytes that the descriptor refuses are dropped.
    package static func write(_ bytes: [UInt8], to descriptor: Int32 = STDERR_FILENO) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // The descriptor is non-blocking because another process that shares the open file has made it so.
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&entry, 1, -1)
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Whether standard error is the journal's stream. The argument `variable` is the value of `JOURNAL_STREAM`. This
    /// value identifies the stream by device and inode. If standard error has been redirected since, the result is
    /// false. Source: systemd.exec(5).
    package static func isJournal(_ variable: String?) -> Bool {
        guard let parts = variable?.split(separator: ":", omittingEmptySubsequences: false), parts.count == 2,
            let device = UInt64(parts[0]), let inode = UInt64(parts[1])
        else { return false }
        var status = stat()
        guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
    }
}
