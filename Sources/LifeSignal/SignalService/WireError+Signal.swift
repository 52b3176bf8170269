import SignalCore
import SignalStore
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
        codeWrong(left: max(0, SignInRules.triesPerCode - pending.tries))
    }

    static func codeWrong(left: Int) -> WireError {
        WireError(
            .unauthenticated, "signal.code_wrong", "the code is wrong",
            details: .members(("tries_left", .integer(Int64(left)))))
    }

    static func limited(_ wait: Duration) -> WireError {
        WireError(
            .resourceExhausted, "signal.limited", "codes were asked for, or tried, too often",
            retry: .init(safe: true, after: wait))
    }

    static var unknownChannel: WireError {
        WireError(
            .notFound, "signal.unknown_channel", "nothing is sent by a channel of that name", field: "/params/channel")
    }

    static func invalidAddress(_ fault: FieldFault) -> WireError {
        WireError(
            .invalidArgument, "signal.invalid_address", "the address \(fault.message)", field: "/params/address")
    }

    static var reachLimit: WireError {
        WireError(
            .resourceExhausted, "signal.reach_limit", "a person has at most \(SignalStore.mostAddresses) addresses",
            details: .members(("limit", .integer(Int64(SignalStore.mostAddresses)))))
    }

    static var unknownReach: WireError {
        WireError(.notFound, "signal.unknown_reach", "the person has no address of that id", field: "/params/id")
    }

    static var noSignIn: WireError {
        WireError(.notFound, "signal.no_sign_in", "no session asks to sign in with this number now")
    }
}
