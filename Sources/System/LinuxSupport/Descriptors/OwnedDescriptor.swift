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
    /// Throws if the number is not open; then nothing is owned.
    package init(adopting descriptor: CInt) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_close_on_exec(descriptor), "taking over a descriptor")
        raw = descriptor
    }

    /// Takes over a descriptor that was opened with close-on-exec.
    init(opened descriptor: CInt) {
        raw = descriptor
    }

    /// A descriptor to keep in reserve and release when no others are left; nil if none are left now.
    package static func spare() -> OwnedDescriptor? {
        let opened = unsafe seam_open(seam_working_directory(), "/dev/null", SEAM_OPEN_READ)
        return opened < 0 ? nil : OwnedDescriptor(opened: opened)
    }

    deinit {
        // There is nobody left to tell. A caller that needs to know whether data arrived calls `close()`.
        _ = seam_close(raw)
    }

    /// Lends the number for the duration of `body`, which must neither close nor keep it.
    package func withDescriptor<Answer: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try body(raw)
    }

    /// Gives up the number, for instance to an event loop that will close it.
    package consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    /// Closes the descriptor, and throws any error that the kernel reports only now, such as a failed write.
    ///
    /// It is closed in either case.
    package consuming func close() throws(LinuxError) {
        _ = try LinuxError.check(seam_close(release()), "closing a descriptor")
    }

    /// Makes reads and writes return immediately instead of waiting.
    ///
    /// Needed before `write` to a pipe, which may otherwise wait past its deadline. The flag belongs to the open file:
    /// all processes that share the file see it.
    package func setNonblocking() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_nonblocking(raw), "making a descriptor non-blocking")
    }
}
