import Wire

/// The errors of `locks.*`, as `Protocol/errors.md` section 2.5 lists them.
extension WireError {
    static func bindExists(_ message: String) -> WireError { WireError(.alreadyExists, "bind.exists", message) }

    static func bindBusy(_ message: String) -> WireError {
        WireError(.aborted, "bind.busy", message, retry: .init(safe: true, after: .seconds(5)))
    }

    static var noLockReady: WireError {
        WireError(
            .failedPrecondition, "bind.not_ready",
            "each lock in sight says that it has an owner; it must be reset first")
    }

    static var noRotation: WireError {
        WireError(
            .failedPrecondition, "bind.no_rotation",
            "this lock has one key for all: reset it, then pair again with 'seam locks rebind'")
    }

    static var lockNotReset: WireError {
        WireError(
            .failedPrecondition, "bind.not_ready", "the lock says that it has an owner: reset it first, then try again")
    }

    static var noLockFound: WireError {
        WireError(.notFound, "bind.no_lock_found", "no lock that is ready to pair was seen", retry: .init(safe: true))
    }

    static var lockNotSeen: WireError {
        WireError(.notFound, "bind.no_lock_found", "the lock was not seen in time", retry: .init(safe: true))
    }

    /// Turns errors of the connection to the broker into `radio.not_ready`: the caller has no part in that connection.
    static func onRadio<Answer>(
        _ body: () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        do throws(WireError) {
            return try await body()
        } catch {
            guard error.reason.hasPrefix("rpc."), error.code != .cancelled else { throw error }
            throw .brokerAway
        }
    }

    static var lockNotConfirmed: WireError {
        WireError(.cancelled, "bind.not_confirmed", "the lock was not confirmed")
    }

    /// `reason` is the provider's.
    static func bindRefused(_ message: String?, reason: String) -> WireError {
        WireError(
            .failedPrecondition, "bind.refused", message ?? "the lock refused: \(reason)",
            details: .members(("reason", .string(reason))))
    }

    /// With effect `unknown`, the lock may list us although we have not kept its key.
    static func bindFailed(_ message: String, effect: Effect, reason: String? = nil) -> WireError {
        WireError(
            .unavailable, "bind.failed", message, effect: effect,
            details: reason.map { .members(("reason", .string($0))) })
    }

    static var noAnswer: WireError { WireError(.deadlineExceeded, "bind.no_answer", "nobody answered in time") }

    static var unknownPrompt: WireError {
        WireError(.notFound, "bind.unknown_prompt", "no such question waits on this connection")
    }

    static var unknownBinding: WireError { WireError(.notFound, "bind.unknown_binding", "no such binding") }

    static var unknownGrant: WireError {
        WireError(.notFound, "bind.unknown_grant", "no such user or group has a local grant of this binding")
    }

    static var brokerAway: WireError {
        WireError(
            .unavailable, "radio.not_ready", "the radio broker cannot be reached",
            retry: .init(safe: true, after: .seconds(2)))
    }
}
