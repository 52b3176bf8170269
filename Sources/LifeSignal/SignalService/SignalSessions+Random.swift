import LinuxSupport
import SignalCore
import Wire

/// What must not be guessed.
extension SignalSessions {
    /// A code of six digits.
    static func code() throws(WireError) -> String {
        SignInRules.code(from: try random(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// Random bytes from the kernel.
    static func random(_ count: Int) throws(WireError) -> [UInt8] {
        guard let bytes = try? SystemRandom.bytes(count) else {
            throw WireError(.internal, "rpc.internal", "no random numbers")
        }
        return bytes
    }
}
