package import LinuxSupport
package import Logging
import NIOCore
import NIOPosix
package import Wire

/// A server of the wire protocol. It serves listening Unix sockets with ``run(_:onReady:)``, and connected descriptors
/// with ``serve(connected:peer:socket:)`` and ``serve(input:output:peer:socket:)``. All connections share one set of
/// methods and limits.
package final class RPCServer: Sendable {
    /// The parts of a server, except its handlers.
    package struct Configuration: Sendable {
        /// The server's name, version and epoch, and the limits that apply to one connection. The server fills in
        /// `socket` and `contracts`.
        package var settings: ServerSettings
        /// The contracts that the server serves. `rpc.json` is added automatically.
        package var contracts: [ServedContract]
        /// The ledger that counts how much of the server each user uses. Several servers in one process may share one
        /// ledger.
        package var ledger: QuotaLedger
        package var logger: Logger
        /// The results of `rpc.health` and `rpc.health.watch`. The default health has no components, so it reports
        /// `serving`.
        package var health: Health
        /// The function that checks whether a method's requirements are met. It checks the caller and the caller's
        /// session. The session is given by name. It returns the error with which the call would end. If the call would
        /// end without an error, it returns nil. It is called for `rpc.can`. It must have no effect, and must not
        /// reveal more than the call itself.
        package var needs: @Sendable (RPCContext, ContractMethod, _ session: String?) async -> WireError? = { _, _, _ in
            nil
        }
        /// The function that returns further metrics for `rpc.metrics`, in addition to the server's own. It is called
        /// outside the event loops and must not wait.
        package var metrics: @Sendable () -> [MetricFamily] = { [] }
        /// The level that `rpc.log_level` reads and sets. If nil, the server does not have this method.
        package var logThreshold: LogThreshold?
        /// The number of threads that serve connections.
        package var threads = 1

        /// Creates a configuration. Throws an error if a contract cannot be read. This means that this program was
        /// built wrongly.
        package init(
            name: String, version: String, epoch: String, contracts: [ServedContract], quotas: RPCQuotas,
            logger: Logger, health: Health? = nil
        ) throws(ContractFault) {
            var settings = ServerSettings(name: name, version: version, epoch: epoch, socket: "")
            settings.limits.inflight = quotas.callsPerConnection
            settings.limits.streams = quotas.streamsPerConnection
            let own = try ServedContract(bytes: RPCContract.bytes)
            // If no method on the server's sockets has a feature, the server does not offer the feature.
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

    /// Creates a server, which is not running yet.
    package init(_ configuration: Configuration, handlers: RPCHandlers) {
        group =
            configuration.threads == 1
            ? Self.sharedLoop : MultiThreadedEventLoopGroup(numberOfThreads: configuration.threads)
        core = ServerCore(configuration, handlers: handlers, group: group)
    }

    /// The loop shared by all single-threaded servers. The loop outlives the servers.
    private static let sharedLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The number of connections that are open or whose handlers are still running.
    package var connectionCount: Int { core.registry.count }

    /// Lets running calls finish and makes ``run(_:onReady:)`` return. This may be called from any thread, at any time
    /// and repeatedly.
    package func drain() {
        stopSignal.give(.drain)
    }

    /// Serves on `endpoints` until ``drain()``, or until the task is cancelled. Cancellation closes everything
    /// immediately. Calls `onReady` once all endpoints accept connections. Returns once all connections have ended, or
    /// soon after the drain time. By then, the sockets' paths have been removed.
    ///
    /// Throws an error if the server cannot listen on an endpoint. In this case, it serves nothing.
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

    /// Serves one connection on a socket that is already connected, until the connection has ended.
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

    /// Serves one connection until it has ended. The connection's client writes to the other end of `input` and reads
    /// from the other end of `output`.
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
            // The channel closes in every case. Its handler deals with the reason.
            try? await channel.closeFuture.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }
}
