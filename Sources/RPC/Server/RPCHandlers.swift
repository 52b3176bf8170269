package import Wire

/// The methods that a server answers, by name. A contract's method without a handler is answered `rpc.unknown_method`.
///
/// Handlers start on their connection's event loop and must not block it; they may await whatever they like, and leave it with
/// `withTaskExecutorPreference(globalConcurrentExecutor)`. Parameters have passed the contract's schema before they are called.
package struct RPCHandlers: Sendable {
    /// Answers one call with its result, or throws the error of its reply.
    package typealias Unary = @Sendable (RPCContext, JSONText) async throws(WireError) -> JSONText
    /// Sends items, then answers with the result of the reply, or throws its error.
    package typealias Stream = @Sendable (RPCContext, JSONText, ItemSink) async throws(WireError) -> JSONText

    enum Handler: Sendable {
        case unary(Unary)
        case stream(Stream)
    }

    private(set) var handlers: [String: Handler] = [:]

    package init() {}

    package var names: [String] { handlers.keys.sorted() }

    /// The last handler of a name counts.
    package mutating func unary(_ method: String, _ body: @escaping Unary) {
        handlers[method] = .unary(body)
    }

    /// The last handler of a name counts.
    package mutating func stream(_ method: String, _ body: @escaping Stream) {
        handlers[method] = .stream(body)
    }

    /// A unary method whose parameters and result are decoded and encoded here.
    package mutating func unary<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params) async throws(WireError) -> Result
    ) {
        unary(method) { (context, text) async throws(WireError) -> JSONText in
            try await body(context, try Self.decode(text)).jsonText
        }
    }

    /// A stream method whose parameters and result are decoded and encoded here.
    package mutating func stream<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params, ItemSink) async throws(WireError) -> Result
    ) {
        stream(method) { (context, text, sink) async throws(WireError) -> JSONText in
            try await body(context, try Self.decode(text), sink).jsonText
        }
    }

    /// Takes over the handlers of `other`; those count where both have one.
    package mutating func merge(_ other: RPCHandlers) {
        handlers.merge(other.handlers) { _, new in new }
    }

    private static func decode<Params: JSONCodable>(_ text: JSONText) throws(WireError) -> Params {
        do throws(FieldFault) {
            return try Params(text: text)
        } catch {
            throw .invalidParameter(error)
        }
    }
}
