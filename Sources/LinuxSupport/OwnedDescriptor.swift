import CLinuxSupport

/// A file descriptor with one owner.
///
/// Closed when it goes out of scope; never inherited by a program we start.
package struct OwnedDescriptor: ~Copyable, Sendable {
    private let raw: CInt

    /// Takes over `descriptor`: the caller must not use or close it again.
    ///
    /// Sets close-on-exec.
    ///
    /// Throws when the number is not open; nothing is owned then.
    package init(adopting descriptor: CInt) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_close_on_exec(descriptor), "taking over a descriptor")
        raw = descriptor
    }

    /// Takes over a descriptor that was opened with close-on-exec.
    init(opened descriptor: CInt) {
        raw = descriptor
    }

    /// One that is there to be given up when there are no more; nil where there are none now.
    package static func spare() -> OwnedDescriptor? {
        let opened = unsafe seam_open(seam_working_directory(), "/dev/null", SEAM_OPEN_READ)
        return opened < 0 ? nil : OwnedDescriptor(opened: opened)
    }

    deinit {
        // Nobody is left to tell: whoever needs to know whether data arrived calls `close()`.
        _ = seam_close(raw)
    }

    /// Lends the number for the length of `body`, which must neither close nor keep it.
    package func withDescriptor<Answer: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try body(raw)
    }

    /// Gives the number away, for instance to an event loop that will close it.
    package consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    /// Closes, and throws what the kernel had kept to say until now, such as a failed write.
    ///
    /// Closed either way.
    package consuming func close() throws(LinuxError) {
        _ = try LinuxError.check(seam_close(release()), "closing a descriptor")
    }

    /// Makes reads and writes answer instead of waiting.
    ///
    /// Needed before `write` to a pipe, which else may wait past its deadline; the flag belongs to the open file and is
    /// seen by all who share it.
    package func setNonblocking() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_nonblocking(raw), "making a descriptor non-blocking")
    }
}
