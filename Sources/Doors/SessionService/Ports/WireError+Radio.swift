import Wire

extension WireError {
    /// The broker's reason in the form that an attempt's events and the journal use, for example `lock_busy` for
    /// `radio.lock_busy`.
    var shortReason: String { String(reason.split(separator: ".").last ?? "failed") }
}
