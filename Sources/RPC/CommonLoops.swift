import NIOCore

/// The event loops that all clients of a process share.
package enum CommonLoops {
    /// Gives them one thread, which is plenty for a daemon's few peers. To be called before anything else of a
    /// program; again, it does nothing.
    ///
    /// NIO would have as many as the machine has processors, and asks files of the kernel for their number; where one
    /// of these cannot be closed, it stops the process.
    package static func prepareDaemon() { once }

    private static let once: Void = { NIOSingletons.groupLoopCountSuggestion = 1 }()
}
