/// A call as a program specifies it, before the connection gives it an id.
package struct OutgoingCall: Sendable, Hashable {
    package var method: String
    /// An object.
    package var params: JSONText
    /// The timeout to tell the server. Nil means the method's default.
    package var timeout: Duration?
    private var rareStream: Rare<StreamTerms>
    /// 16 to 64 of `[A-Za-z0-9_-]`, made once per intent.
    package var idem: String?
    /// A W3C traceparent.
    package var trace: String?
    /// How long the client itself waits for the reply before it reports effect unknown. Nil means no limit, for streams
    /// that continue until somebody ends them.
    package var patience: Duration?

    /// Whether the method changes nothing. If so, a call without a reply had no effect, and the client's errors say so.
    package var onlyReads = false

    /// When to check that the result is JSON.
    package var check = Check.onArrival

    /// When the result of a unary call is checked.
    package enum Check: Sendable, Hashable {
        /// Before anyone receives it. A result that is not JSON ends the connection.
        case onArrival
        /// While it is decoded, in one pass, by ``RawResult/decoded(_:)``. A result that is not JSON fails only that
        /// call. Members before the result are checked on arrival, those after it together with it.
        case whenTaken
    }

    /// How many items of a stream the server may send before it is granted more.
    package var window: Int { stream?.credit ?? PendingCall.defaultCredit }

    /// How much longer than the server the client waits, to give the reply time to travel.
    package static let grace = Duration.milliseconds(500)
    /// How long the client waits for a unary call without a timeout, apart from ``grace``.
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

    /// A call of a stream method. Without `timeout`, the client waits until the stream ends.
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
    /// Present only in calls of stream methods.
    package var stream: StreamTerms? {
        get { rareStream.value }
        set { rareStream = Rare(newValue) }
    }

    /// Writes the call with number `id`, with these terms instead of its own, and with the parameters that `params`
    /// writes.
    func write(to writer: inout JSONWriter, id: Int64, _ terms: StreamTerms?, _ params: (inout JSONWriter) -> Void) {
        Call.write(
            to: &writer, id: id, method: method, timeout: timeout, stream: terms, idem: idem, trace: trace, params)
    }
}
