import NIOCore

/// The event loops shared by all clients in a process.
package enum CommonLoops {
    /// Limits them to one thread, which is plenty for a daemon's few peers. Call it before anything else in a program.
    /// Further calls do nothing.
    ///
    /// By default, NIO makes one loop per processor. It reads kernel files to count them, and traps if it cannot close
    /// one of these files.
    package static func prepareDaemon() { once }

    private static let once: Void = { NIOSingletons.groupLoopCountSuggestion = 1 }()
}
