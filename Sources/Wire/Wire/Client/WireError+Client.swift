/// The errors that a client reports on its own, without a reply (`Protocol/framing.md` sections 3, 4 and 6).
extension WireError {
    /// The connection ended before the reply arrived.
    package static func connectionLost(_ message: String = "the connection was lost before the reply") -> WireError {
        WireError(.unavailable, "rpc.connection_lost", message, effect: .unknown)
    }

    /// The call was made on a connection that had already ended before. Nothing was sent.
    package static let connectionClosed = WireError(
        .unavailable, "rpc.connection_lost", "the connection has ended", effect: .none, retry: Retry(safe: true)
    )

    /// The program closed its connection before the reply arrived.
    package static let closedByClient = WireError(
        .cancelled, "rpc.closed_by_client", "the connection was closed before the reply", effect: .unknown
    )

    /// The caller was cancelled before its call was made. Nothing was sent.
    package static let cancelledBeforeCall = WireError(
        .cancelled, "rpc.cancelled", "the call was cancelled before it was sent", effect: .none,
        retry: Retry(safe: true)
    )

    /// No server is listening at the path, or no server answered in time. Nothing was sent.
    package static func unreachable(_ message: String) -> WireError {
        WireError(.unavailable, "rpc.unreachable", message, effect: .none, retry: Retry(safe: true))
    }

    /// This user may not open the socket. Nothing was sent.
    package static func socketPermission(_ message: String) -> WireError {
        WireError(.permissionDenied, "rpc.socket_permission", message, effect: .none)
    }

    /// According to the kernel, a different user serves the socket. Nothing was sent.
    package static func serverIdentity(_ message: String) -> WireError {
        WireError(.permissionDenied, "rpc.server_identity", message, effect: .none)
    }

    /// The server's own deadline has long passed without a reply.
    package static let noReply = WireError(
        .deadlineExceeded, "rpc.no_reply", "the server did not reply within the call's time", effect: .unknown
    )

    /// The server broke the rules of the wire.
    package static func serverFault(_ message: String) -> WireError {
        WireError(.internal, "rpc.server_fault", message, effect: .unknown)
    }

    /// The frame of the call would be larger than the server accepts. Nothing was sent.
    package static func callTooLarge(bytes: Int, limit: Int) -> WireError {
        WireError(
            .invalidArgument, "rpc.frame_too_large",
            "the call has \(bytes) bytes, but the server accepts at most \(limit)",
            details: .members(("limit", .int(limit)), ("got", .int(bytes)))
        )
    }

    /// More calls or bytes are waiting than the client can keep. Nothing was sent.
    package static let tooManyCalls = WireError(
        .resourceExhausted, "rpc.too_many_calls", "too many calls wait for their replies on this connection",
        effect: .none, retry: Retry(safe: true)
    )

    /// The same error for a call that only reads. Such a call had no effect. If the connection was lost, a new
    /// connection helps.
    var ofARead: WireError {
        var error = self
        error.effect = .none
        error.retry = Retry(safe: retry.safe || code == .unavailable, after: retry.after)
        return error
    }

    /// The error that a goaway causes for a call. `wasRead` says that the call's id is at most the goaway's `last_id`.
    package static func goaway(_ goaway: Goaway, wasRead: Bool) -> WireError {
        let message = "the server ended the connection (\(goaway.reason))"
        guard !wasRead else {
            return WireError(goaway.code, goaway.reason, message, effect: .unknown, details: goaway.details)
        }
        return WireError(
            goaway.code, goaway.reason, message, effect: .none,
            retry: Retry(safe: goaway.code.mayPass, after: goaway.retryAfter), details: goaway.details
        )
    }
}

extension WireError.Code {
    /// Whether the same call could end in another way on a new connection.
    fileprivate var mayPass: Bool {
        switch self {
        case .permissionDenied, .unauthenticated, .unimplemented: false
        case .cancelled, .unknown, .invalidArgument, .deadlineExceeded, .notFound, .alreadyExists,
            .resourceExhausted, .failedPrecondition, .aborted, .outOfRange, .internal, .unavailable, .dataLoss:
            true
        }
    }
}
