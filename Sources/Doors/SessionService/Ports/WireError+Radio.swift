import Wire

extension WireError {
    /// The broker's reason as an attempt's events and the journal have it: `lock_busy` for `radio.lock_busy`.
    var shortReason: String { String(reason.split(separator: ".").last ?? "failed") }
}
