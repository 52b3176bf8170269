import Wire

extension WireError {
    /// What an attempt's events and the journal carry of the broker's reasons: `lock_busy` of `radio.lock_busy`.
    var shortReason: String { String(reason.split(separator: ".").last ?? "failed") }
}
