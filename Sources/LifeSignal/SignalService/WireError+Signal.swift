import SignalCore
import Wire

/// What LifeSignal's methods refuse.
extension WireError {
    static var notSignedIn: WireError {
        WireError(.unauthenticated, "signal.not_signed_in", "nobody is signed in to this session")
    }

    static var codeExpired: WireError {
        WireError(.unauthenticated, "signal.code_expired", "this session waits for no code any more")
    }

    static func codeWrong(_ pending: PendingSignIn) -> WireError {
        let left = max(0, SignInRules.triesPerCode - pending.tries)
        return WireError(
            .unauthenticated, "signal.code_wrong", "the code is wrong",
            details: .members(("tries_left", .integer(Int64(left)))))
    }

    static func limited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "codes were asked for, or tried, too often",
            retry: .init(safe: true, after: wait))
    }

    static var noSignIn: WireError {
        WireError(.notFound, "signal.no_sign_in", "no session asks to sign in with this number now")
    }
}
