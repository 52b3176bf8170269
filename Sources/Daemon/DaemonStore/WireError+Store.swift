internal import SealedDatabase
package import Wire

/// A daemon's refusals because of its store or the store's content.
extension WireError {
    /// The store has failed, or does not answer.
    package static var storeUnavailable: WireError {
        WireError(.unavailable, "store.unavailable", "the store does not work at present", retry: .init(safe: true))
    }

    /// There is no store, and none may be created.
    private static var storeMissing: WireError {
        WireError(
            .unavailable, "store.missing",
            "the store is missing, so nobody is watched; the operator of this machine has to bring it back",
            retry: .init(safe: true))
    }

    /// The error for callers when the store fails.
    static func store(_ error: StoreError) -> WireError { error.code == .missing ? .storeMissing : .storeUnavailable }

    /// The key stands for a different call.
    package static var idemMismatch: WireError {
        WireError(.failedPrecondition, "idem.mismatch", "the key was used for a call with other parameters")
    }

    /// A call that was not an attempt was interrupted.
    static let idemUnknown = WireError(
        .aborted, "idem.unknown", "the call with this key was interrupted; look before trying again with another",
        effect: .unknown)

    /// A user has too many keys of calls without a reply.
    static func tooManyKeys(_ limit: Int) -> WireError {
        .quotaExceeded(QuotaBreach("idem_keys_per_uid", limit: limit, used: limit, scope: "uid"))
    }
}
