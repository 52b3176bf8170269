import Dispatch
import Foundation

/// Work of the main actor that code on another thread may ask for.
nonisolated package enum OnMain {
    /// The mark of the main queue, which another thread serves where the process has given up its first one.
    private static let mark: DispatchSpecificKey<Bool> = {
        let mark = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: mark, value: true)
        return mark
    }()

    private static var isHere: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: mark) == true }

    /// Runs it now if the caller is on the main actor, else soon.
    package static func run(_ work: @escaping @MainActor () -> Void) {
        if isHere { MainActor.assumeIsolated { work() } } else { DispatchQueue.main.async(execute: work) }
    }
}
