import LinuxSupport
import Logging
import Wire

/// The methods of `Protocol/contract/rpc.json`, which every server has.
struct BuiltInMethods {
    let contracts: [ServedContract]
    let schemas: MethodSchemas
    let ledger: QuotaLedger
    let statistics: ServerStatistics
    let health: Health
    let needs: @Sendable (RPCContext, ContractMethod, String?) async -> WireError?
    let metrics: @Sendable () -> [MetricFamily]
    let logThreshold: LogThreshold?
    let logger: Logger

    /// Returns these methods together with the server's own methods. If both the server and `others` have a method, the
    /// server's own method is used.
    func all(with others: RPCHandlers) -> [String: RPCHandlers.Handler] {
        var handlers = handlers
        // The methods that report on all methods must also know about themselves.
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
        handlers.unary("rpc.metrics") {
            [statistics, ledger, health, metrics] (_, _) async throws(WireError) -> JSONText in
            // Collecting reads kernel files, and an event loop should not wait for this.
            await withTaskExecutorPreference(globalConcurrentExecutor) {
                let families = statistics.metrics(holdings: ledger.holdings()) + [health.metrics] + metrics()
                return JSONText(.members(("families", .array(families.map(\.json)))))
            }
        }
        if let logThreshold {
            handlers.unaryAtOnce("rpc.log_level") { [logger] (context, params) throws(WireError) -> JSONText in
                JSONText(Self.logLevel(logThreshold, params.json, context, logger))
            }
        }
        return handlers
    }

    /// Returns the log level, and sets it if one is given. The change itself is always logged, at any level.
    private static func logLevel(
        _ threshold: LogThreshold, _ params: JSON, _ context: RPCContext, _ logger: Logger
    ) -> JSON {
        guard let level = params["level"]?.stringValue.flatMap({ Logger.Level(rawValue: $0) }) else {
            return .members(("level", .string(threshold.level.rawValue)))
        }
        let previous = threshold.set(level)
        var logger = logger
        logger.logLevel = .notice
        logger.notice(
            "log level set",
            metadata: [
                "level": "\(level)", "previous": "\(previous)", "uid": "\(context.peer.uid)",
                "pid": "\(context.peer.pid)",
            ])
        return .members(("level", .string(level.rawValue)), ("previous", .string(previous.rawValue)))
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
