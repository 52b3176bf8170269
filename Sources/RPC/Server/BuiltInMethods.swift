import LinuxSupport
import Wire

/// The methods of `Protocol/contract/rpc.json`, which every server has.
struct BuiltInMethods {
    let contracts: [ServedContract]
    let schemas: MethodSchemas
    let ledger: QuotaLedger
    let statistics: ServerStatistics
    let health: Health
    let needs: @Sendable (RPCContext, ContractMethod, String?) async -> WireError?

    /// These methods and a server's own; those count where both have one.
    func all(with others: RPCHandlers) -> [String: RPCHandlers.Handler] {
        var handlers = handlers
        // What tells of all methods has to know itself, too.
        let names = Set(handlers.names + others.names + ["rpc.describe", "rpc.can"])
        MethodDescriptions(contracts, served: names).register(in: &handlers)
        PreflightQuestion(served: names, schemas: schemas, ledger: ledger, needs: needs).register(in: &handlers)
        handlers.merge(others)
        return handlers.handlers
    }

    private var handlers: RPCHandlers {
        var handlers = RPCHandlers()
        handlers.unaryAtOnce("rpc.whoami") { [ledger] (context, _) throws(WireError) -> JSONText in
            JSONText(Self.whoami(context, ledger))
        }
        handlers.unaryAtOnce("rpc.health") { [health] (_, _) throws(WireError) -> JSONText in
            JSONText(health.json)
        }
        handlers.stream("rpc.health.watch") { [health] (context, _, sink) async throws(WireError) -> JSONText in
            try await health.topic.follow(context, sink)
            return .emptyObject
        }
        handlers.unaryAtOnce("rpc.stats") { [statistics, ledger] (_, _) throws(WireError) -> JSONText in
            JSONText(statistics.json(holdings: ledger.holdings()))
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
}
