import Dispatch
import Foundation

/// Runs work on the main actor for code on any thread.
nonisolated package enum OnMain {
    /// The key that identifies the main queue. Another thread serves this queue if the process has given up its first
    /// thread.
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    private static var isHere: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }

    /// Runs the work now if the caller is on the main actor, and otherwise soon.
    package static func run(_ work: @escaping @MainActor () -> Void) {
        if isHere { MainActor.assumeIsolated { work() } } else { DispatchQueue.main.async(execute: work) }
    }
}
