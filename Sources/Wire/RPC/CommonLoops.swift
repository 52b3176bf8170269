import NIOCore

/// The event loops that all clients in a process share.
package enum CommonLoops {
    /// Limits the event loops to one thread, which is enough for a daemon's few peers. A program must call this before
    /// anything else. Further calls do nothing.
    ///
    /// By default, NIO makes one loop per processor. NIO reads kernel files to count the processors. If it cannot close
    /// one of these files, it traps.
    package static func prepareDaemon() { once }

    private static let once: Void = { NIOSingletons.groupLoopCountSuggestion = 1 }()
}
