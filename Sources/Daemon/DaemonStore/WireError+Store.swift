internal import SealedDatabase
package import Wire

/// The errors with which a daemon refuses calls because of its store or the store's content.
extension WireError {
    /// The error if the store has failed, or does not answer.
    package static var storeUnavailable: WireError {
        WireError(.unavailable, "store.unavailable", "the store does not work at present", retry: .init(safe: true))
    }

    /// The error if there is no store, and no store may be created.
    private static var storeMissing: WireError {
        WireError(
            .unavailable, "store.missing",
            "the store is missing, so nobody is watched; the operator of this machine must restore it",
            retry: .init(safe: true))
    }

    /// The error for callers when the store fails.
    static func store(_ error: StoreError) -> WireError { error.code == .missing ? .storeMissing : .storeUnavailable }

    /// The error if the key was used for a different call.
    package static var idemMismatch: WireError {
        WireError(.failedPrecondition, "idem.mismatch", "the key was used for a call with other parameters")
    }

    /// The error if a call other than an attempt was interrupted.
    static let idemUnknown = WireError(
        .aborted, "idem.unknown",
        "the call with this key was interrupted; check what it did before you try again with another key",
        effect: .unknown)

    /// The error if a user has too many keys whose calls have no reply yet.
    static func tooManyKeys(_ limit: Int) -> WireError {
        .quotaExceeded(QuotaBreach("idem_keys_per_uid", limit: limit, used: limit, scope: "uid"))
    }
}
