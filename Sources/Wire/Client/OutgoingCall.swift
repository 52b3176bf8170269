/// A call as a program wants it made, before the connection has given it an id.
package struct OutgoingCall: Sendable, Hashable {
    package var method: String
    /// An object.
    package var params: JSONText
    /// What the server is told; nil stands for the method's default.
    package var timeout: Duration?
    private var rareStream: Rare<StreamTerms>
    /// 16 to 64 of `[A-Za-z0-9_-]`, one per intent.
    package var idem: String?
    /// A W3C traceparent.
    package var trace: String?
    /// How long the client itself waits for the reply before it reports effect unknown. Nil: no bound of its own, for
    /// streams that end when somebody wants them to.
    package var patience: Duration?

    /// Whether the method changes nothing: then a call without a reply had no effect, and the errors that the client
    /// reports say so.
    package var onlyReads = false

    /// When it is seen whether the result and the items' data are JSON.
    package var check = Check.onArrival

    /// When what the server sends is checked.
    package enum Check: Sendable, Hashable {
        /// Before anybody gets it: data that are no JSON end the connection.
        case onArrival
        /// As it is decoded, in one pass, by ``ItemBatch/next(_:)`` and ``RawResult/decoded(_:)``: data that are no
        /// JSON are the error of that item or call. What stands before the data is seen on arrival, what stands
        /// behind them with them.
        case whenTaken
    }

    /// Items of a stream that the server may send before it is granted more.
    package var window: Int { stream?.credit ?? PendingCall.defaultCredit }

    /// How much longer than the server the client waits: time for the reply to travel.
    package static let grace = Duration.milliseconds(500)
    /// What a unary call without a time of its own is given: the longest that a contract allows a unary method.
    package static let longestUnary = Duration.seconds(60)
    private static let longestPatience = longestUnary + grace

    /// A call of a unary method.
    package init(
        unary method: String, params: JSONText = .emptyObject, timeout: Duration? = nil, idem: String? = nil,
        trace: String? = nil
    ) {
        self.method = method
        self.params = params
        self.timeout = timeout
        rareStream = .absent
        self.idem = idem
        self.trace = trace
        patience = timeout.map { $0 + Self.grace } ?? Self.longestPatience
    }

    /// A call of a stream method. Without `timeout` the client waits until the stream ends.
    package init(
        stream method: String, params: JSONText = .emptyObject, terms: StreamTerms = StreamTerms(),
        timeout: Duration? = nil, idem: String? = nil, trace: String? = nil
    ) {
        self.method = method
        self.params = params
        self.timeout = timeout
        rareStream = .present(terms)
        self.idem = idem
        self.trace = trace
        patience = timeout.map { $0 + Self.grace }
    }
}

extension OutgoingCall {
    /// Present exactly in calls of stream methods.
    package var stream: StreamTerms? {
        get { rareStream.value }
        set { rareStream = Rare(newValue) }
    }

    /// Writes the call as the connection's number `id`, with these terms in place of its own, and with what
    /// `params` writes.
    func write(to writer: inout JSONWriter, id: Int64, _ terms: StreamTerms?, _ params: (inout JSONWriter) -> Void) {
        Call.write(
            to: &writer, id: id, method: method, timeout: timeout, stream: terms, idem: idem, trace: trace, params)
    }
}
