/// The measurement that the command-line arguments request.
struct BenchOrder: Sendable {
    enum Metric: String, Sendable {
        case server, unary, pipelined, stream, fanout, connect, idle, once, unlock
    }

    /// The kind of client and server at the two ends of the wire.
    enum End: Sendable {
        case structs
        /// Sends JSON that was encoded before the measurement, and does not decode the answers.
        case text
        case bytes
        /// Calls the session's own methods, either through the SDK, through the async client or through the blocking
        /// client.
        case sdk, session, blocking
    }

    /// The number of calls that are made before the measurement begins.
    static let warmUp = 2000

    var metric: Metric
    var socket: String
    var count = 1
    /// The number of concurrent calls, or of subscribers.
    var width = 1
    var end = End.structs

    /// Returns nil if the arguments are not valid.
    init?(_ arguments: [String]) {
        var values: [String] = []
        for argument in arguments {
            switch argument {
            case "--text": end = .text
            case "--bytes": end = .bytes
            case "--sdk": end = .sdk
            case "--session": end = .session
            case "--blocking": end = .blocking
            default: values.append(argument)
            }
        }
        guard (2...4).contains(values.count), let metric = Metric(rawValue: values[0]) else { return nil }
        self.metric = metric
        if metric == .unlock, ![.sdk, .session, .blocking].contains(end) { return nil }
        socket = values[1]
        let numbers = values.dropFirst(2).compactMap(Int.init)
        guard numbers.count == values.count - 2, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        count = numbers.first ?? 1
        width = numbers.dropFirst().first ?? 1
    }
}
