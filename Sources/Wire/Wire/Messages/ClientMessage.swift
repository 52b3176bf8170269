/// A message from client to server (`Protocol/framing.md`).
package enum ClientMessage: Sendable, Hashable {
    indirect case hello(Hello)
    case call(Call)
    case cancel(id: Int64, reason: String?)
    /// The server may send `n` more items for stream call `id`.
    case credit(id: Int64, n: Int)
    case ping(nonce: String)
    case pong(nonce: String)
}

/// The first message of every connection.
package struct Hello: Sendable, Hashable {
    /// The protocol versions that the client speaks.
    package var proto: [Int]
    /// The program's name and version. They are for logs and never for decisions.
    package var clientName: String
    package var clientVersion: String
    /// Features without which the client cannot work.
    package var require: [String]
    /// The features that the client uses if the server also has them.
    package var want: [String]

    package init(
        proto: [Int] = [1], clientName: String, clientVersion: String, require: [String] = [], want: [String] = []
    ) {
        self.proto = proto
        self.clientName = clientName
        self.clientVersion = clientVersion
        self.require = require
        self.want = want
    }
}

/// One call of a method.
package struct Call: Sendable, Hashable {
    /// The call's id. It is positive, and larger than every earlier id on the connection.
    package var id: Int64
    package var method: String
    package var params: JSONText
    /// The timeout. Its time begins when the server has read the frame. The value nil means the method's default.
    package var timeout: Duration?
    private var rareStream: Rare<StreamTerms>
    /// The idempotency key: 16 to 64 characters of `[A-Za-z0-9_-]`. A new key is made for each intended call.
    package var idem: String?
    /// The trace, in the form of a W3C traceparent.
    package var trace: String?

    package init(
        id: Int64, method: String, params: JSONText = .emptyObject, timeout: Duration? = nil,
        stream: StreamTerms? = nil, idem: String? = nil, trace: String? = nil
    ) {
        self.id = id
        self.method = method
        self.params = params
        self.timeout = timeout
        rareStream = Rare(stream)
        self.idem = idem
        self.trace = trace
    }
}

extension Call {
    /// The stream's terms. They are set in those stream calls that choose terms. Without them, a stream method uses the
    /// defaults.
    package var stream: StreamTerms? {
        get { rareStream.value }
        set { rareStream = Rare(newValue) }
    }
}

/// The terms that a caller chooses for a stream.
package struct StreamTerms: Sendable, Hashable {
    /// The place where the stream begins.
    package enum Start: Sendable, Hashable {
        case now
        case snapshot
        case cursor(epoch: String, seq: Int64)
    }

    /// The stream's behavior if it cannot resume from a cursor.
    package enum OnGap: String, Sendable, Hashable, CaseIterable {
        /// The stream starts again with a snapshot.
        case snapshot
        /// The call fails with `stream.resume_expired`.
        case fail
    }

    /// The number of items that the server may send before the client grants further items, from 1 to 1024. In framed
    /// mode, the value nil means 64 items. In text mode, it means as many items as the socket takes.
    package var credit: Int?
    package var from: Start?
    package var onGap: OnGap?
    /// The policy, if the contract lets the caller choose it. It is `lossless`, `latest` or `drop_oldest`.
    package var policy: String?
    package var heartbeat: Duration?

    package init(
        credit: Int? = nil, from: Start? = nil, onGap: OnGap? = nil, policy: String? = nil, heartbeat: Duration? = nil
    ) {
        self.credit = credit
        self.from = from
        self.onGap = onGap
        self.policy = policy
        self.heartbeat = heartbeat
    }
}
