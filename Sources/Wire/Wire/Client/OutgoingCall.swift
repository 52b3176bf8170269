/// A call in the form in which a program specifies it, before the connection gives the call an id.
package struct OutgoingCall: Sendable, Hashable {
    package var method: String
    /// The parameters, which are an object.
    package var params: JSONText
    /// The timeout that the client sends to the server. The value nil means the method's default.
    package var timeout: Duration?
    private var rareStream: Rare<StreamTerms>
    /// The idempotency key: 16 to 64 characters of `[A-Za-z0-9_-]`. A new key is made for each intended call.
    package var idem: String?
    /// The trace, in the form of a W3C traceparent.
    package var trace: String?
    /// How long the client itself waits for the reply. After that, it reports an unknown effect. The value nil means
    /// that there is no limit. It is for streams that continue until somebody ends them.
    package var patience: Duration?

    /// Whether the method changes nothing. If this is true, a call without a reply had no effect, and the client's
    /// errors report this.
    package var onlyReads = false

    /// When the client checks that the result is JSON.
    package var check = Check.onArrival

    /// When the result of a unary call is checked.
    package enum Check: Sendable, Hashable {
        /// The result is checked before anyone receives it. A result that is not JSON ends the connection.
        case onArrival
        /// The result is checked while ``RawResult/decoded(_:)`` decodes it in one pass. If the result is not JSON,
        /// only this call fails. Members before the result are checked on arrival. Members after the result are checked
        /// together with it.
        case whenTaken
    }

    /// The number of a stream's items that the server may send before the client grants further items.
    package var window: Int { stream?.credit ?? PendingCall.defaultCredit }

    /// How much longer than the server the client waits, so that the reply has time to arrive.
    package static let grace = Duration.milliseconds(500)
    /// If a unary call has no timeout, the client waits for this time in addition to ``grace``.
    package static let longestUnary = Duration.seconds(60)
    private static let longestPatience = longestUnary + grace

    /// Creates a call of a unary method.
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

    /// Creates a call of a stream method. Without `timeout`, the client waits until the stream ends.
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
    /// The terms of the stream, which only calls of stream methods have.
    package var stream: StreamTerms? {
        get { rareStream.value }
        set { rareStream = Rare(newValue) }
    }

    /// Writes the call with the number `id`. These terms replace the call's own, and `params` writes the parameters.
    func write(to writer: inout JSONWriter, id: Int64, _ terms: StreamTerms?, _ params: (inout JSONWriter) -> Void) {
        Call.write(
            to: &writer, id: id, method: method, timeout: timeout, stream: terms, idem: idem, trace: trace, params)
    }
}
