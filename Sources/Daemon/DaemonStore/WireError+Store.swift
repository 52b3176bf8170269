package import Wire

/// What a daemon refuses because of its store, or of what that keeps.
extension WireError {
    /// The store has failed, or does not answer.
    package static var storeUnavailable: WireError {
        WireError(.unavailable, "store.unavailable", "the store does not work at present", retry: .init(safe: true))
    }
}
