public import Foundation
import SignalAPI
public import SignalDependencies
import Wire

/// Sends and answers pings through the daemon, for ``PingClient``.
public final class BackendPingClientPingAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// Pings a dependent. Throws ``PingError``.
    public func sendPing(contactID: UUID) async throws {
        let params = ContactParams(contact: SignalID(contactID))
        _ = try await backendService.call(PingSend.self, params, throwing: PingError.self, isSafeToRepeat: false)
    }

    /// Answers a ping. Throws ``PingError``.
    public func respondToPing(pingID: UUID) async throws {
        _ = try await backendService.call(
            PingRespond.self, .init(ping: SignalID(pingID)), throwing: PingError.self, isSafeToRepeat: false)
    }

    /// Answers all pings. Throws ``PingError``.
    public func respondToAllPings() async throws {
        _ = try await backendService.call(PingRespond.self, .init(), throwing: PingError.self)
    }

    /// Unanswered pings to the person. Throws ``PingError``.
    public func getPendingPings() async throws -> IdentifiedArrayOf<Ping> { try await pings { !$0.isMine } }

    /// Pings that the person sent within the last day. Throws ``PingError``.
    public func getSentPings() async throws -> IdentifiedArrayOf<Ping> { try await pings(\.isMine) }

    private func pings(_ isWanted: (SignalPing) -> Bool) async throws -> IdentifiedArrayOf<Ping> {
        let person = UUID(try await backendService.call(UserGet.self, .init(), throwing: PingError.self).id)
        let found = try await backendService.call(PingList.self, .init(), throwing: PingError.self).pings
        return IdentifiedArray(
            found.filter(isWanted).map { Ping($0, of: person) }, uniquingIDsWith: { first, _ in first })
    }

    /// Delivers the pings that await the person's answer, then each ping that arrives or is answered. A slow reader
    /// gets only the latest 256 elements.
    public func pingStream() -> AsyncStream<Ping> {
        backendService.stream(keeping: 256) { [backendService] pings in
            var told: Set<SignalPing> = []
            await backendService.followPersonRows(PingWatch.self) { change in
                switch change {
                case .rows:
                    // The topic has no state, so the open pings are requested once the subscription has begun.
                    guard
                        let open = try? await backendService.call(
                            PingList.self, .init(), throwing: PingError.self
                        ).pings
                    else { return .more }
                    for ping in open.reversed() where !ping.isMine && told.insert(ping).inserted {
                        pings.yield(Ping(ping, of: backendService.userID))
                    }
                    told.formIntersection(open)
                case .item(.ping(let ping)):
                    guard told.insert(ping).inserted else { return .more }
                    pings.yield(Ping(ping, of: backendService.userID))
                case .item(.ended):
                    told = []
                    return .enough
                }
                return .more
            }
        }
    }
}

extension PingClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendPingClientPingAdapter(backendService: backendService)
        return Self(
            sendPing: { try await adapter.sendPing(contactID: $0) },
            respondToPing: { try await adapter.respondToPing(pingID: $0) },
            respondToAllPings: { try await adapter.respondToAllPings() },
            getPendingPings: { try await adapter.getPendingPings() },
            getSentPings: { try await adapter.getSentPings() },
            pingStream: { adapter.pingStream() })
    }
}
