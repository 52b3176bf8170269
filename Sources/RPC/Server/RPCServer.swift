package import LinuxSupport
package import Logging
import NIOCore
import NIOPosix
package import Wire

/// A server of the wire: on listening Unix sockets with ``run(_:onReady:)``, and on descriptors that are connected
/// already with ``serve(connected:peer:socket:)`` and ``serve(input:output:peer:socket:)``. All of it shares one set
/// of methods and bounds.
package final class RPCServer: Sendable {
    /// What a server is made of, besides its handlers.
    package struct Configuration: Sendable {
        /// Name, version, epoch and the bounds of one connection. Its `socket` and `contracts` are filled in.
        package var settings: ServerSettings
        /// What is served; `rpc.json` comes by itself.
        package var contracts: [ServedContract]
        /// Counts of users; several servers of one process may share one.
        package var ledger: QuotaLedger
        package var logger: Logger
        /// What `rpc.health` and `rpc.health.watch` answer. By itself one without components, which says that it
        /// serves.
        package var health: Health
        /// What a method needs of the caller's session, by name, and does not find now: the error that the call would
        /// end with. Asked for `rpc.can`, and only about methods whose contract says that they need something; must
        /// have no effect, and say no more than the call itself would.
        package var needs: @Sendable (RPCContext, ContractMethod, _ session: String?) async -> WireError? = { _, _, _ in
            nil
        }
        /// What `rpc.metrics` tells besides the server's own. Asked off the event loops; must not wait.
        package var metrics: @Sendable () -> [MetricFamily] = { [] }
        /// What `rpc.log_level` reads and sets; without one the server does not have the method.
        package var logThreshold: LogThreshold?
        /// Threads that serve connections.
        package var threads = 1

        /// Throws if a contract cannot be read: a fault of this program's build.
        package init(
            name: String, version: String, epoch: String, contracts: [ServedContract], quotas: RPCQuotas,
            logger: Logger, health: Health? = nil
        ) throws(ContractFault) {
            var settings = ServerSettings(name: name, version: version, epoch: epoch, socket: "")
            settings.limits.inflight = quotas.callsPerConnection
            settings.limits.streams = quotas.streamsPerConnection
            let own = try ServedContract(bytes: RPCContract.bytes)
            // What no method of the server's sockets can is not on offer.
            let sockets = Set(contracts.flatMap { $0.contract.methods.flatMap(\.sockets) })
            let resumes = (contracts + [own]).contains { served in
                served.contract.methods.contains { $0.isResumable && !sockets.isDisjoint(with: $0.sockets) }
            }
            if !resumes { settings.features.removeAll { $0 == "resume" } }
            self.settings = settings
            self.contracts = contracts + [own]
            ledger = QuotaLedger(quotas)
            self.logger = logger
            self.health = health ?? Health(topics: TopicSource(epoch: epoch))
        }
    }

    let core: ServerCore
    let group: MultiThreadedEventLoopGroup
    let stopSignal = StopSignal()

    /// Makes a server; nothing runs yet.
    package init(_ configuration: Configuration, handlers: RPCHandlers) {
        group =
            configuration.threads == 1
            ? Self.sharedLoop : MultiThreadedEventLoopGroup(numberOfThreads: configuration.threads)
        core = ServerCore(configuration, handlers: handlers, group: group)
    }

    /// The one loop of servers with one thread: small servers come and go, as one per provider's child does.
    private static let sharedLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// Connections that are open or whose handlers still run.
    package var connectionCount: Int { core.registry.count }

    /// Finishes what runs and makes ``run(_:onReady:)`` return. May be called from anywhere, at any time, more than
    /// once.
    package func drain() {
        stopSignal.give(.drain)
    }

    /// Serves on `endpoints` until ``drain()``, or until the task is cancelled, which closes everything at once.
    /// Calls `onReady` when all of them accept connections. Returns when all connections have ended, or after the
    /// drain time; the paths are removed then.
    ///
    /// Throws when an endpoint cannot be listened on; then nothing is served.
    package func run(_ endpoints: [RPCEndpoint], onReady: @Sendable () -> Void = {}) async throws(LinuxError) {
        var channels: [any Channel] = []
        do {
            for endpoint in endpoints { channels.append(try await listen(endpoint)) }
        } catch {
            for channel in channels { try? await channel.close() }
            throw (error as? LinuxError) ?? LinuxError(.system, "listening: \(error)")
        }
        onReady()
        let way = await stopped()
        for channel in channels { channel.close(promise: nil) }
        for endpoint in endpoints {
            do throws(LinuxError) {
                try endpoint.listener.close()
            } catch {
                core.logger.warning("socket left behind", metadata: ["error": "\(error)"])
            }
        }
        await end(way)
    }

    /// Serves one connection on a socket that is connected already, until it has ended.
    package func serve(connected: consuming OwnedDescriptor, peer: PeerIdentity, socket: String) async {
        let core = core
        let bootstrap = ClientBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.writeBufferWaterMark, value: Self.waterMark)
            .channelInitializer { channel in
                Self.accept(channel, core, socket: socket) {
                    peer
                } admit: { _ in
                    .admitted
                }
            }
        await serve(bootstrap.withConnectedSocket(connected.release()))
    }

    /// Serves one connection whose client writes to `input`'s other end and reads from `output`'s, until it has ended.
    package func serve(
        input: consuming OwnedDescriptor, output: consuming OwnedDescriptor, peer: PeerIdentity, socket: String
    ) async {
        let core = core
        let bootstrap = NIOPipeBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelOption(.writeBufferWaterMark, value: Self.waterMark)
            .channelInitializer { channel in
                Self.accept(channel, core, socket: socket) {
                    peer
                } admit: { _ in
                    .admitted
                }
            }
        let (input, output) = (input.release(), output.release())
        await serve(bootstrap.takingOwnershipOfDescriptors(input: input, output: output))
    }

    private func serve(_ opening: EventLoopFuture<any Channel>) async {
        let channel: any Channel
        do {
            channel = try await opening.get()
        } catch {
            core.logger.debug("connection not taken", metadata: ["error": "\(error)"])
            return
        }
        await withTaskCancellationHandler {
            // Closing is the end in every case; how it came about is the handler's business.
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
