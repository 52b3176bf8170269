import LinuxSupport

extension PictureChild {
    /// The thread on which pictures wait for a child, one after another.
    private static let thread = Swift.Result { () throws(LinuxError) in try PollingThread(name: "pictures") }
    private static let waiting = Locked(0)

    /// Runs work that blocks, such as ``decode(_:longestSide:)``, on a thread of its own. The pictures of this process
    /// are made one after another. Throws `.busy` if ``PictureLimits/waiting`` others are already waiting.
    package func later<Answer: Sendable>(
        _ work: @escaping @Sendable (PictureChild) throws(PictureError) -> Answer
    ) async throws(PictureError) -> Answer {
        guard let thread = try? Self.thread.get() else { throw PictureError(.unavailable) }
        let hasPlace = Self.waiting.withLock { count in
            guard count < PictureLimits.waiting else { return false }
            count += 1
            return true
        }
        guard hasPlace else { throw PictureError(.busy) }
        let result = await withCheckedContinuation { continuation in
            thread.run {
                let result: Swift.Result<Answer, PictureError>
                do throws(PictureError) {
                    result = .success(try work(self))
                } catch {
                    result = .failure(error)
                }
                Self.waiting.withLock { $0 -= 1 }
                continuation.resume(returning: result)
            }
        }
        return try result.get()
    }
}
