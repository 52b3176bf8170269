/// The result of an exchange, for the metrics and the log.
enum ExchangeOutcome: String, Sendable, CaseIterable {
    case accepted
    case refused
    /// A limit was reached, so the desk was not asked.
    case limited
    case busy
    case secretRefused = "secret_refused"
    case unavailable
}
