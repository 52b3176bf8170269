/// The result of an exchange; for counting and for the log.
enum ExchangeOutcome: String, Sendable, CaseIterable {
    case accepted
    case refused
    /// The desk was not asked.
    case limited
    case busy
    case secretRefused = "secret_refused"
    case unavailable
}
