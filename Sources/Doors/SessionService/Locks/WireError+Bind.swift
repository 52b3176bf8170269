import Wire

/// The errors of `locks.*`, as `Protocol/errors.md` section 2.5 lists them.
extension WireError {
    static func bindExists(_ message: String) -> WireError { WireError(.alreadyExists, "bind.exists", message) }

    static func bindBusy(_ message: String) -> WireError {
        WireError(.aborted, "bind.busy", message, retry: .init(safe: true, after: .seconds(5)))
    }

    /// The argument `canBeShared` says whether a lock of this kind can be bound with a key that its owner shares.
    static func noLockReady(canBeShared: Bool) -> WireError {
        let other = canBeShared ? ", or name it by its address if its owner shares the key" : ""
        return WireError(
            .failedPrecondition, "bind.not_ready",
            "every lock nearby reports that it has an owner: reset yours first" + other)
    }

    static var noRotation: WireError {
        WireError(
            .failedPrecondition, "bind.no_rotation",
            "this lock has one key for all users: reset it, then pair again with 'seam locks rebind'")
    }

    static var lockNotReset: WireError {
        WireError(
            .failedPrecondition, "bind.not_ready",
            "the lock reports that it has an owner: reset it first, then try again")
    }

    static var noLockFound: WireError {
        WireError(.notFound, "bind.no_lock_found", "no lock that is ready to pair was seen", retry: .init(safe: true))
    }

    static var lockNotSeen: WireError {
        WireError(.notFound, "bind.no_lock_found", "the lock was not seen in time", retry: .init(safe: true))
    }

    /// Turns errors of the connection to the broker into `radio.not_ready`, because this connection does not concern
    /// the caller.
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

    /// `reason` is the provider's reason. `isShared` says that a person entered the key.
    static func bindRefused(_ message: String?, reason: String, isShared: Bool = false) -> WireError {
        let refusals = Self.refusals + [isShared ? notShared : notKnown]
        let message = message ?? refusals.first { reason.hasSuffix($0.end) }?.words ?? "the lock refused: \(reason)"
        return WireError(
            .failedPrecondition, "bind.refused", message, details: .members(("reason", .string(reason))))
    }

    /// The meaning of a provider's reason. It depends only on the reason's ending. The endings are the same in every
    /// family (`Protocol/errors.md` 2.7).
    private typealias Refusal = (end: String, words: String)

    private static let notShared: Refusal = (
        "_not_authorized",
        "the lock does not know this key: the key belongs to another lock, or the lock has been reset"
    )
    private static let notKnown: Refusal = (
        "_not_authorized",
        """
        the lock does not know this machine's key: the lock was reset, or no longer lists this machine. To pair \
        again, reset the lock and run 'seam locks rebind'
        """
    )
    private static let refusals: [Refusal] = [
        ("_bad_pin", "the PIN is wrong"),
        ("_bad_key", "this is not a key that the owner of a lock has shared"),
        ("_guest_key", "a guest's key works only through the maker's cloud: ask for an owner's or a manager's key"),
        (
            "_already_registered",
            "the lock already has an owner: reset it first, or bind it with a key that its owner shares"
        ),
    ]

    /// If the effect is `unknown`, the lock may list this machine although this machine has not kept the key.
    static func bindFailed(_ message: String, effect: Effect, reason: String? = nil) -> WireError {
        WireError(
            .unavailable, "bind.failed", message, effect: effect,
            details: reason.map { .members(("reason", .string($0))) })
    }

    static var noAnswer: WireError { WireError(.deadlineExceeded, "bind.no_answer", "nobody answered in time") }

    static var unknownPrompt: WireError {
        WireError(.notFound, "bind.unknown_prompt", "no such question is open on this connection")
    }

    static var unknownBinding: WireError { WireError(.notFound, "bind.unknown_binding", "no such binding") }

    static var unknownGrant: WireError {
        WireError(.notFound, "bind.unknown_grant", "no such user or group has a local grant for this binding")
    }

    static var brokerAway: WireError {
        WireError(
            .unavailable, "radio.not_ready", "the radio broker cannot be reached",
            retry: .init(safe: true, after: .seconds(2)))
    }
}
