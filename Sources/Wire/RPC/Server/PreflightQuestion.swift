import LinuxSupport
import Wire

/// Answers `rpc.can`: whether a call would be admitted now. The checks have the order of `Protocol/framing.md` section
/// 2.3.
struct PreflightQuestion: Sendable {
    /// The names of the methods that have a handler.
    let served: Set<String>
    let schemas: MethodSchemas
    let ledger: QuotaLedger
    let needs: @Sendable (RPCContext, ContractMethod, String?) async -> WireError?

    func register(in handlers: inout RPCHandlers) {
        handlers.unary("rpc.can") { (context, params) async throws(WireError) -> JSONText in
            JSONText(Self.answer(await obstacle(to: params.json, context)))
        }
    }

    private func obstacle(to question: JSON, _ context: RPCContext) async -> WireError? {
        let name = question["method"]?.stringValue ?? ""
        if let error = await context.connection.obstacle(to: name) { return error }
        guard let method = schemas[name] else { return .unknownMethod(name) }
        if let breach = ledger.account(of: context.peer.uid).breach(ofCall: method.kind == .stream) {
            return .quotaExceeded(breach)
        }
        guard served.contains(name) else { return .unknownMethod(name) }
        // Null and absent mean the same.
        let params: JSON? = question["params"].flatMap { $0 == .null ? nil : $0 }
        if let params, let error = schemas.fault(of: JSONText(params), for: name) { return error }
        return await needs(context, method, params?["session"]?.stringValue ?? question["session"]?.stringValue)
    }

    private static func answer(_ obstacle: WireError?) -> JSON {
        guard let error = obstacle else { return ["allowed": true] }
        let retry = JSON.members(
            ("safe", .bool(error.retry.safe)), ("after_ms", error.retry.after.map { .integer($0.milliseconds) }))
        return .members(
            ("allowed", false), ("code", .string(error.code.rawValue)), ("reason", .string(error.reason)),
            ("message", .string(error.message)), ("field", error.field.map(JSON.string)), ("retry", retry),
            ("details", error.details))
    }
}
