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
        // Encoded once: the answer is large, and anybody may ask.
        let descriptions = Dictionary(contracts.map { ($0.contract.service, Self.description(of: $0)) }) { first, _ in
            first
        }
        handlers.unary("rpc.describe") { (_, params) async throws(WireError) -> JSONText in
            guard let description = descriptions[params.json["service"]?.stringValue ?? ""] else {
                throw WireError(.notFound, "rpc.unknown_service", "this server has no such service")
            }
            return description
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

    private static func description(of served: ServedContract) -> JSONText {
        JSONText(
            .members(
                ("contract", .string(Base64URL.encode(served.bytes))), ("digest", .string(served.digest))))
    }
}
