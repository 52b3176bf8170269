import LinuxSupport
import Logging
import NIOCore
import Synchronization
import Wire

/// What all connections of a server share.
final class ServerCore: Sendable {
    let settings: ServerSettings
    let methods: MethodTable
    let contracts: [ServedContract]
    let handlers: [String: RPCHandlers.Handler]
    let ledger: QuotaLedger
    let registry = ConnectionRegistry()
    let logger: Logger
    private let schemas: [String: (contract: Contract, params: Schema)]
    private let executors: [ObjectIdentifier: EventLoopTaskExecutor]
    private let loopShares: [ObjectIdentifier: NIOLoopBoundBox<LoopShares?>]
    /// Connections that were refused and linger so that their peers can read why.
    let refusals = Atomic<Int>(0)
    private let nextConnectionID = Atomic<UInt64>(1)

    init(_ configuration: RPCServer.Configuration, handlers: RPCHandlers, group: any EventLoopGroup) {
        let contracts = configuration.contracts
        let all = contracts.flatMap { served in served.contract.methods.map { (served.contract, $0) } }
        methods = MethodTable(all.map { MethodTraits($0.1) })
        schemas = Dictionary(all.map { ($0.1.name, ($0.0, $0.1.params)) }) { first, _ in first }
        var settings = configuration.settings
        settings.contracts = Dictionary(contracts.map { ($0.contract.service, $0.digest) }) { first, _ in first }
        self.settings = settings
        self.contracts = contracts
        ledger = configuration.ledger
        logger = configuration.logger
        var merged = BuiltInMethods(contracts: contracts, ledger: ledger, health: configuration.health).handlers
        merged.merge(handlers)
        self.handlers = merged.handlers
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

    /// On that loop.
    func shares(of loop: any EventLoop) -> LoopShares {
        guard let box = loopShares[ObjectIdentifier(loop)] else { return LoopShares(loop) }
        if let shares = box.value { return shares }
        let shares = LoopShares(loop)
        box.value = shares
        return shares
    }

    func makeConnectionID() -> UInt64 { nextConnectionID.add(1, ordering: .relaxed).oldValue }

    /// The fault of a call's parameters, if there is one.
    func check(_ params: JSONText, of method: String) -> WireError? {
        guard let (contract, schema) = schemas[method] else { return nil }
        do throws(FieldFault) {
            try contract.validate(params, against: schema)
            return nil
        } catch {
            return .invalidParameter(error)
        }
    }
}
