import CLinuxSupport

/// A file descriptor with one owner.
///
/// The descriptor is closed when it goes out of scope. Programs started by this process never inherit it.
package struct OwnedDescriptor: ~Copyable, Sendable {
    private let raw: CInt

    /// Takes over `descriptor`, which the caller must not use or close again.
    ///
    /// The descriptor becomes close-on-exec.
    ///
    /// Throws if the descriptor is not open. In this case, nothing is taken over.
    package init(adopting descriptor: CInt) throws(LinuxError) {
        _ = try LinuxError.check(seam_set_close_on_exec(descriptor), "taking over a descriptor")
        raw = descriptor
    }

    /// Takes over a descriptor that was opened with close-on-exec.
    init(opened descriptor: CInt) {
        raw = descriptor
    }

    /// Returns a descriptor that is kept in reserve and released when no other descriptor is left. If no descriptor is
    /// left now, returns nil.
    package static func spare() -> OwnedDescriptor? {
        let opened = unsafe seam_open(seam_working_directory(), "/dev/null", SEAM_OPEN_READ)
        return opened < 0 ? nil : OwnedDescriptor(opened: opened)
    }

    deinit {
        // An error cannot be reported to anyone at this point. A caller that needs to know whether data arrived calls
        // `close()`.
        _ = seam_close(raw)
    }

    /// Calls `body` with the descriptor's number. The `body` must neither close nor keep the number.
    package func withDescriptor<Answer: ~Copyable, Failure: Error>(
        _ body: (CInt) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try body(raw)
    }

    /// Gives up ownership of the descriptor, for instance to an event loop that will close the descriptor.
    package consuming func release() -> CInt {
        let raw = raw
        discard self
        return raw
    }

    /// Closes the descriptor, and throws any error that the kernel reports only now, such as a failed write.
    ///
    /// The descriptor is closed even if this method throws.
    package consuming func close() throws(LinuxError) {
        _ = try LinuxError.check(seam_close(release()), "closing a descriptor")
    }

    /// Makes reads and writes return immediately instead of waiting.
    ///
    /// This call is needed before `write` to a pipe, because the write may otherwise wait past its deadline. The flag
    /// belongs to the open file, so it applies to all processes that share the file.
    package func setNonblocking() throws(LinuxError) {
        _ = try LinuxError.check(seam_set_nonblocking(raw), "making a descriptor non-blocking")
    }
}
