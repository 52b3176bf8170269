import LinuxSupport
import Wire

/// The methods of `Protocol/contract/rpc.json`, which every server has.
struct BuiltInMethods {
    let contracts: [ServedContract]
    let ledger: QuotaLedger
    let health: @Sendable () async -> JSON

    var handlers: RPCHandlers {
        var handlers = RPCHandlers()
        handlers.unary("rpc.whoami") { [ledger] (context, _) async throws(WireError) -> JSONText in
            JSONText(Self.whoami(context, ledger))
        }
        handlers.unary("rpc.describe") { [contracts] (_, params) async throws(WireError) -> JSONText in
            try Self.describe(params.json, contracts)
        }
        handlers.unary("rpc.health") { [health] (_, _) async throws(WireError) -> JSONText in
            JSONText(await health())
        }
        return handlers
    }

    private static func whoami(_ context: RPCContext, _ ledger: QuotaLedger) -> JSON {
        let quotas = ledger.usage(of: context.peer.uid).map { quota in
            JSON.members(
                ("name", .string(quota.quota)), ("used", .int(quota.used)), ("limit", .int(quota.limit)),
                ("scope", .string(quota.scope)), ("config_key", quota.configKey.map(JSON.string)))
        }
        let peer = context.peer
        return .members(
            ("uid", .integer(Int64(peer.uid))), ("gids", .array(peer.gids.map { .integer(Int64($0)) })),
            ("pid", .integer(Int64(peer.pid))), ("socket", .string(context.socket)), ("quotas", .array(quotas)))
    }

    private static func describe(_ params: JSON, _ contracts: [ServedContract]) throws(WireError) -> JSONText {
        let name = params["service"]?.stringValue ?? ""
        guard let served = contracts.first(where: { $0.contract.service == name }) else {
            throw WireError(.notFound, "rpc.unknown_service", "this server has no such service")
        }
        return JSONText(
            .members(
                ("contract", .string(Base64URL.encode(served.bytes))), ("digest", .string(served.digest))))
    }
}
