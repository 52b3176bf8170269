import DaemonKit
import SignalCore
import Wire

extension SignInRules {
    /// A six-digit code that cannot be guessed.
    static func code() throws(WireError) -> String {
        code(from: try RandomID.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
