import Foundation

/// The amount that a lane was asked for.
enum Amount {
    /// The number that the environment has under this name; nil without one.
    static func of(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
