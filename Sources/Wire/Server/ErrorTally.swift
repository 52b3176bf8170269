/// Counts what went wrong on a connection, until its driver takes the counts. Touched only where something goes wrong.
package struct ErrorTally: Sendable, Hashable {
    /// Replies with an error, by its code.
    package private(set) var codes: [WireError.Code: Int] = [:]
    /// Calls that a bound was reached for, by the quota's name.
    package private(set) var quotas: [String: Int] = [:]
    /// Streams that were ended because their reader was too slow.
    package private(set) var slowConsumers = 0
    /// 1 if the client was cut off because it does not read.
    package private(set) var slowReaders = 0

    /// Nothing went wrong.
    package init() {}

    /// Whether there is nothing to take.
    package var isEmpty: Bool { codes.isEmpty && slowReaders == 0 }

    mutating func count(_ outcome: ServerMessage.Outcome) {
        guard case .error(let error) = outcome else { return }
        codes[error.code, default: 0] += 1
        if error.reason == "stream.slow_consumer" { slowConsumers += 1 }
        if error.reason == "rpc.quota_exceeded" { quotas[error.details?["quota"]?.stringValue ?? "", default: 0] += 1 }
    }

    mutating func countSlowReader() { slowReaders += 1 }
}
