/// Counts the errors of a connection. The connection's driver takes the counts from time to time. It is used only when
/// errors occur.
package struct ErrorTally: Sendable, Hashable {
    /// A kind of error reply.
    package struct Reply: Sendable, Hashable {
        /// The method's name, or nil if the server has no such method.
        package let method: String?
        package let code: WireError.Code

        package init(method: String?, code: WireError.Code) {
            self.method = method
            self.code = code
        }
    }

    /// The number of error replies, by method and code.
    package private(set) var replies: [Reply: Int] = [:]
    /// The number of calls that were refused because a quota was reached. The counts are kept by the quota's name.
    package private(set) var quotas: [String: Int] = [:]
    /// The number of streams that ended because their reader was too slow.
    package private(set) var slowConsumers = 0
    /// The value is 1 if the client was cut off because it did not read. Otherwise, it is 0.
    package private(set) var slowReaders = 0

    /// Creates a tally whose counts are all zero.
    package init() {}

    /// Whether nothing has been counted.
    package var isEmpty: Bool { replies.isEmpty && slowReaders == 0 }

    mutating func count(_ outcome: ServerMessage.Outcome, of method: @autoclosure () -> MethodTraits?) {
        guard case .error(let error) = outcome else { return }
        replies[Reply(method: method()?.name, code: error.code), default: 0] += 1
        if error.reason == "stream.slow_consumer" { slowConsumers += 1 }
        if error.reason == "rpc.quota_exceeded" { quotas[error.details?["quota"]?.stringValue ?? "", default: 0] += 1 }
    }

    mutating func countSlowReader() { slowReaders += 1 }
}
