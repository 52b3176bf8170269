package import Wire

/// The methods that a server answers, by name. A contract's method without a handler is answered `rpc.unknown_method`.
///
/// Handlers start on their connection's event loop and must not block it; they may await whatever they like, and
/// leave it with `withTaskExecutorPreference(globalConcurrentExecutor)`. Parameters have passed the contract's schema
/// before they are called.
package struct RPCHandlers: Sendable {
    /// Answers one call with its result, or throws the error of its reply.
    package typealias Unary = @Sendable (RPCContext, JSONText) async throws(WireError) -> JSONText
    /// Sends items, then answers with the result of the reply, or throws its error.
    package typealias Stream = @Sendable (RPCContext, JSONText, ItemSink) async throws(WireError) -> JSONText

    /// What is done for a call.
    enum Handler: Sendable {
        /// Hands what writes the result to the function that it is given, exactly once, or throws.
        case atOnce(@Sendable (RPCContext, ((inout JSONWriter) -> Void) -> Void) throws(WireError) -> Void)
        /// Runs in a task of the call's, and ends the call.
        case unary(@Sendable (RPCContext) async -> Void)
        /// The same with items.
        case stream(@Sendable (RPCContext, ItemSink) async -> Void)
    }

    private(set) var handlers: [String: Handler] = [:]

    package init() {}

    package var names: [String] { handlers.keys.sorted() }

    /// The last handler of a name counts.
    package mutating func unary(_ method: String, _ body: @escaping Unary) {
        handlers[method] = .unary { (context) in
            do throws(WireError) {
                let result = try await body(context, context.params)
                context.finish(.result(result))
            } catch {
                context.finish(.error(error))
            }
        }
    }

    /// The last handler of a name counts.
    package mutating func stream(_ method: String, _ body: @escaping Stream) {
        handlers[method] = .stream { (context, sink) in
            do throws(WireError) {
                let result = try await body(context, context.params, sink)
                context.finish(.result(result))
            } catch {
                context.finish(.error(error))
            }
        }
    }

    /// A unary method whose parameters and result are decoded and encoded here.
    package mutating func unary<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params) async throws(WireError) -> Result
    ) {
        handlers[method] = .unary { (context) in
            do throws(WireError) {
                let result = try await body(context, try Self.decode(context.params))
                context.finish { result.write(to: &$0) }
            } catch {
                context.finish(.error(error))
            }
        }
    }

    /// A unary method that is answered from what is in memory: `body` runs where the call was read, between two
    /// others of its connection, without a task of its own, and its result is written where it goes out from. It
    /// holds up everything else on its event loop: it must neither block nor compute for long. There is nothing to
    /// cancel, and no deadline that it could miss.
    package mutating func unaryAtOnce<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params) throws(WireError) -> Result
    ) {
        handlers[method] = .atOnce { (context, answer) throws(WireError) in
            let result = try body(context, try Self.decode(context.params))
            answer { result.write(to: &$0) }
        }
    }

    /// The same with parameters and result as they travel.
    package mutating func unaryAtOnce(
        _ method: String, _ body: @escaping @Sendable (RPCContext, JSONText) throws(WireError) -> JSONText
    ) {
        handlers[method] = .atOnce { (context, answer) throws(WireError) in
            let result = try body(context, context.params)
            answer { $0.text(result) }
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

extension RPCContext {
    fileprivate var params: JSONText { control.call.params }

    /// The handler has ended.
    fileprivate func finish(_ outcome: ServerMessage.Outcome) { connection.finished(callID, outcome) }

    /// The handler has ended with the result that `write` writes.
    fileprivate func finish(_ write: (inout JSONWriter) -> Void) { connection.finished(callID, write) }
}
