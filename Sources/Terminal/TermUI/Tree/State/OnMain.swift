import Dispatch
import Foundation

/// Main-actor work that code on another thread may request.
nonisolated package enum OnMain {
    /// Marks the main queue, which another thread serves if the process has given up its first thread.
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    private static var isHere: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }

    /// Runs the work now if the caller is on the main actor, otherwise soon.
    package static func run(_ work: @escaping @MainActor () -> Void) {
        if isHere { MainActor.assumeIsolated { work() } } else { DispatchQueue.main.async(execute: work) }
    }
}
