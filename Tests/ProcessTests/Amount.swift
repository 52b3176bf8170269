import Foundation

/// The amounts that a lane gets from the environment.
enum Amount {
    /// The number in the environment variable `name`, or nil if the variable contains no number.
    static func of(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
