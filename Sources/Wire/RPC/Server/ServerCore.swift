import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

/// The state that all of a server's connections share.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let methods: MethodTable
    let contracts: [ServedContract]
    /// The served methods, indexed by ``Wire/MethodTraits/number``.
    let served: [ServedMethod]
    let ledger: QuotaLedger
    let statistics = ServerStatistics()
    let registry = ConnectionRegistry()
    let logger: Logger
    private let executors: [ObjectIdentifier: EventLoopTaskExecutor]
    private let loopShares: [ObjectIdentifier: NIOLoopBoundBox<LoopShares?>]
    /// The number of refused connections that stay open for a moment so that their peers can read the reason.
    let refusals = Atomic<Int>(0)
    private let nextConnectionID = Atomic<UInt64>(1)

    init(_ configuration: RPCServer.Configuration, handlers: RPCHandlers, group: any EventLoopGroup) {
        let contracts = configuration.contracts
        let all = contracts.flatMap { served in served.contract.methods.map { (served.contract, $0) } }
        methods = MethodTable(all.enumerated().map { MethodTraits($1.1, number: $0) })
        var settings = configuration.settings
        settings.contracts = Dictionary(contracts.map { ($0.contract.service, $0.digest) }) { first, _ in first }
        self.settings = settings
        self.contracts = contracts
        ledger = configuration.ledger
        logger = configuration.logger
        let handlers = BuiltInMethods(
            contracts: contracts, schemas: MethodSchemas(contracts.map(\.contract)), ledger: ledger,
            statistics: statistics, health: configuration.health, needs: configuration.needs,
            metrics: configuration.metrics, logThreshold: configuration.logThreshold, logger: logger
        ).all(with: handlers)
        served = all.map { ServedMethod(handler: handlers[$1.name], params: SchemaCheck($1.params, of: $0)) }
        statistics.count(Dictionary(zip(all.map(\.1.name), served)) { first, _ in first })
        let loops = group.makeIterator().map { (ObjectIdentifier($0), EventLoopTaskExecutor($0)) }
        executors = Dictionary(loops) { first, _ in first }
        let shares = group.makeIterator().map { loop in
            (ObjectIdentifier(loop), NIOLoopBoundBox.makeEmptyBox(valueType: LoopShares.self, eventLoop: loop))
        }
        loopShares = Dictionary(shares) { first, _ in first }
    }

    func executor(of loop: any EventLoop) -> EventLoopTaskExecutor {
        executors[ObjectIdentifier(loop)] ?? EventLoopTaskExecutor(loop)
    }

    /// The time shares of the server's loop. Call this only on that loop.
    func shares(of loop: any EventLoop) -> LoopShares {
        guard let box = loopShares[ObjectIdentifier(loop)] else { return LoopShares(loop) }
        if let shares = box.value { return shares }
        let shares = LoopShares(loop)
        box.value = shares
        return shares
    }

    func makeConnectionID() -> UInt64 { nextConnectionID.add(1, ordering: .relaxed).oldValue }

}

/// A method in the form in which one server serves it. Also contains how often the method's handler has been started.
final class ServedMethod: Sendable {
    /// The method's handler. Nil if the contract contains the method but this server does not serve it.
    let handler: RPCHandlers.Handler?
    let started = Atomic<Int>(0)
    private let params: SchemaCheck

    init(handler: RPCHandlers.Handler?, params: SchemaCheck) {
        self.handler = handler
        self.params = params
    }

    /// Returns an error if the call cannot be started, because the handler is missing or the parameters are wrong.
    /// Returns nil if the call can be started.
    func fault(of call: ServerCall) -> WireError? {
        handler == nil ? .unknownMethod(call.method.name) : params.invalidParameter(in: call.params)
    }
}

extension SchemaCheck {
    /// Returns an error if these parameters of a call do not match the schema.
    fileprivate func invalidParameter(in given: JSONText) -> WireError? {
        do throws(FieldFault) {
            try validate(given)
            return nil
        } catch {
            return .invalidParameter(error)
        }
    }
}

/// The methods of a server's contracts, by name. They are used for checking parameters.
struct MethodSchemas: Sendable {
    private let methods: [String: (method: ContractMethod, params: SchemaCheck)]

    /// Creates the schemas. If two methods have the same name, the first one is used.
    init(_ contracts: [Contract]) {
        let all = contracts.flatMap { contract in
            contract.methods.map { ($0.name, ($0, SchemaCheck($0.params, of: contract))) }
        }
        methods = Dictionary(all) { first, _ in first }
    }

    subscript(method: String) -> ContractMethod? { methods[method]?.method }

    /// The fault in a call's parameters, if there is one.
    func fault(of params: JSONText, for method: String) -> WireError? {
        methods[method]?.params.invalidParameter(in: params)
    }
}
