package import Wire

/// The methods that a server answers, by name. If a contract's method has no handler, a call to the method gets
/// `rpc.unknown_method`.
///
/// Handlers start on their connection's event loop and must not block it. They may await anything, and may leave the
/// loop with `withTaskExecutorPreference(globalConcurrentExecutor)`. The server has checked the parameters of a handler
/// against the contract's schema.
package struct RPCHandlers: Sendable {
    /// A function that either returns the call's result, or throws the error for the call's reply.
    package typealias Unary = @Sendable (RPCContext, JSONText) async throws(WireError) -> JSONText
    /// A function that sends items. It then either returns the reply's result, or throws the reply's error.
    package typealias Stream = @Sendable (RPCContext, JSONText, ItemSink) async throws(WireError) -> JSONText

    /// How a call is served.
    enum Handler: Sendable {
        /// The handler calls the given function exactly once, with a closure that writes the result. Otherwise, it
        /// throws.
        case atOnce(@Sendable (RPCContext, ((inout JSONWriter) -> Void) -> Void) throws(WireError) -> Void)
        /// The handler runs in the call's task and ends the call.
        case unary(@Sendable (RPCContext) async -> Void)
        /// The handler runs in the call's task, sends items and ends the call.
        case stream(@Sendable (RPCContext, ItemSink) async -> Void)
    }

    private(set) var handlers: [String: Handler] = [:]

    package init() {}

    package var names: [String] { handlers.keys.sorted() }

    /// Adds a unary method's handler. It replaces an earlier handler with the same name.
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

    /// Adds a stream method's handler. It replaces an earlier handler with the same name.
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

    /// Adds a unary method. Its parameters are decoded before `body` runs, and its result is encoded afterwards.
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

    /// Adds a unary method that is answered from memory. `body` runs without a task. It runs directly when the call is
    /// read, between other calls of the same connection. Its result is written directly into the output. `body` delays
    /// everything else on its event loop, so it must neither block nor compute for long. It cannot be cancelled and
    /// cannot miss a deadline.
    package mutating func unaryAtOnce<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params) throws(WireError) -> Result
    ) {
        handlers[method] = .atOnce { (context, answer) throws(WireError) in
            let result = try body(context, try Self.decode(context.params))
            answer { result.write(to: &$0) }
        }
    }

    /// Adds a unary method that is answered from memory. Its parameters and its result are encoded.
    package mutating func unaryAtOnce(
        _ method: String, _ body: @escaping @Sendable (RPCContext, JSONText) throws(WireError) -> JSONText
    ) {
        handlers[method] = .atOnce { (context, answer) throws(WireError) in
            let result = try body(context, context.params)
            answer { $0.text(result) }
        }
    }

    /// Adds a stream method. Its parameters are decoded before `body` runs, and its result is encoded afterwards.
    package mutating func stream<Params: JSONCodable, Result: JSONCodable>(
        _ method: String, params: Params.Type = Params.self,
        _ body: @escaping @Sendable (RPCContext, Params, ItemSink) async throws(WireError) -> Result
    ) {
        stream(method) { (context, text, sink) async throws(WireError) -> JSONText in
            try await body(context, try Self.decode(text), sink).jsonText
        }
    }

    /// Adds the handlers of `other`. If both have a method, `other`'s handler takes precedence.
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

    /// Ends the call with the handler's outcome.
    fileprivate func finish(_ outcome: ServerMessage.Outcome) { connection.finished(callID, outcome) }

    /// Ends the call with the result that `write` writes.
    fileprivate func finish(_ write: (inout JSONWriter) -> Void) { connection.finished(callID, write) }
}
