import Foundation
import LifeSignal
import Testing
import Wire

/// The name of an error's case, and the text of the error.
private func named(_ error: AuthError) -> (String, String) {
    switch error {
    case .networkError(let text): ("network", text)
    case .authenticationError(let text): ("authentication", text)
    case .validationError(let text): ("validation", text)
    case .notFoundError(let text): ("notFound", text)
    case .serverError(let text): ("server", text)
    case .unknownError(let text): ("unknown", text)
    }
}

@Suite("A client's error for each of the wire's")
struct ErrorTests {
    @Test(
        "error: the code decides",
        arguments: [
            (.unavailable, "network"), (.deadlineExceeded, "network"), (.unauthenticated, "authentication"),
            (.permissionDenied, "authentication"), (.invalidArgument, "validation"), (.outOfRange, "validation"),
            (.failedPrecondition, "validation"), (.alreadyExists, "validation"), (.resourceExhausted, "validation"),
            (.notFound, "notFound"), (.internal, "server"), (.dataLoss, "server"), (.unimplemented, "server"),
            (.aborted, "server"), (.unknown, "unknown"), (.cancelled, "unknown"),
        ] as [(WireError.Code, String)])
    func codes(code: WireError.Code, kind: String) {
        #expect(named(AuthError(WireError(code, "some.reason", "no luck"))).0 == kind)
    }

    @Test("error: every code is in that table")
    func allCodes() { #expect(WireError.Code.allCases.count == 16) }

    @Test(
        "error: the reason decides first",
        arguments: [
            ("rpc.unreachable", "network"), ("rpc.connection_lost", "network"), ("rpc.no_reply", "network"),
            ("rpc.draining", "network"), ("rpc.shutdown", "network"), ("rpc.idle", "network"),
            ("signal.not_signed_in", "authentication"), ("signal.code_wrong", "authentication"),
            ("signal.code_expired", "authentication"), ("signal.pin_required", "authentication"),
            ("signal.pin_wrong", "authentication"), ("signal.no_consent", "authentication"),
            ("rpc.socket_permission", "authentication"), ("store.unavailable", "server"),
            ("rpc.server_fault", "server"), ("rpc.server_identity", "server"),
        ])
    func reasons(reason: String, kind: String) {
        for code in [WireError.Code.cancelled, .notFound, .unavailable] {
            #expect(named(AuthError(WireError(code, reason, "no luck"))).0 == kind)
        }
    }

    @Test(
        "error: the text is the wire's, and one hint",
        arguments: [
            (.unreachable("nobody listens"), "nobody listens (is lifesignald running?)"),
            (.connectionLost("it broke"), "it broke (the change may have been made: check before you try again)"),
            (WireError(.unavailable, "rpc.draining", "it stops"), "it stops (try again)"),
            (
                WireError(
                    .unauthenticated, "signal.code_wrong", "wrong code", details: .members(("tries_left", .int(3)))),
                "wrong code (3 tries left)"
            ),
            (
                WireError(
                    .unauthenticated, "signal.code_wrong", "wrong code", details: .members(("tries_left", .int(1)))),
                "wrong code (1 try left)"
            ),
            (WireError(.unauthenticated, "signal.code_wrong", "wrong code"), "wrong code"),
            (
                WireError(
                    .resourceExhausted, "signal.limited", "too often",
                    retry: .init(safe: true, after: .milliseconds(41_001))),
                "too often (again in 42 s)"
            ),
            (
                WireError(
                    .resourceExhausted, "signal.limited", "too often", retry: .init(safe: true, after: .seconds(3_601))),
                "too often (again in 61 min)"
            ),
            (
                WireError(.invalidArgument, "rpc.invalid_params", "must be short", field: "/params/first_name"),
                "must be short (see first name)"
            ),
            (WireError(.invalidArgument, "rpc.invalid_params", "must be short"), "must be short"),
            (
                WireError(
                    .invalidArgument, "rpc.invalid_params", "/params/first_name is long", field: "/params/first_name"),
                "first name is long"
            ),
            (
                WireError(.invalidArgument, "rpc.invalid_params", "/params/phone is odd", field: "/params/phone"),
                "phone is odd (write the number like +4915112345678)"
            ),
            (
                WireError(.notFound, "a.b", "no such ping"),
                "no such ping (it may have been removed, or it belongs to somebody else)"
            ),
            (WireError(.internal, "rpc.internal", "oh"), "oh (see the daemon's log)"),
            (.unknownMethod("a.b"), "no method \"a.b\""),
            (WireError(.unauthenticated, "signal.not_signed_in", "nobody is"), "nobody is (sign in first)"),
        ] as [(WireError, String)])
    func texts(error: WireError, text: String) {
        #expect(AuthError(error).text == text)
        #expect((AuthError(error) as any Error).localizedDescription == text)
    }

    private static func kinds<Failure: SignalClientError>(_: Failure.Type) -> Bool {
        let error = WireError(.notFound, "a.b", "none")
        let text = "none (it may have been removed, or it belongs to somebody else)"
        return Failure(error) == .notFoundError(text) && Failure(error) != .serverError(text)
            && Failure.networkError("n").text == "n" && Failure.authenticationError("a").text == "a"
            && Failure.validationError("v").errorDescription == "v" && Failure.unknownError("u").text == "u"
    }

    @Test("error: all ten are made by one function")
    func all() {
        #expect(Self.kinds(AuthError.self) && Self.kinds(UserError.self) && Self.kinds(ContactError.self))
        #expect(Self.kinds(CheckInError.self) && Self.kinds(AlertError.self) && Self.kinds(PingError.self))
        #expect(Self.kinds(NotificationError.self) && Self.kinds(QRCodeError.self))
        #expect(Self.kinds(SettingsError.self) && Self.kinds(StorageError.self))
    }
}
