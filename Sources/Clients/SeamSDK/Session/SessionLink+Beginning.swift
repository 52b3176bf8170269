import FoundationEssentials
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import Wire

/// The beginning of a session.
extension SessionLink {
    func initialize(token: String) async throws(WireError) {
        var params = SessionInitialize.Params(session: nil, token: token)
        switch configuration.session {
        case .default: break
        case .named(let name): params.session = name
        case .ephemeral(let timeout):
            params.isEphemeral = true
            params.idleTimeout = Self.idle(timeout)
        }
        _ = try params.checkedParams()
        let client = try await connector.client()
        let status: SessionStatus
        do throws(WireError) {
            status = try await client.call(SessionInitialize.self, params)
        } catch {
            // Repeating the same token is harmless. An ephemeral session must begin on the connection that stays in
            // use.
            guard error.reason == "rpc.connection_lost", !params.isEphemeral else {
                // The daemon may have signed the person in although the session's name never arrived.
                if params.isEphemeral, error.effect != .none { await connector.close(forGood: false) }
                throw error
            }
            status = try await call(SessionInitialize.self, params)
        }
        await begun(status, on: client)
    }

    /// Begins an ephemeral session with the code of a visitor. Returns the desk's pass for LifeSignal, if there is one.
    func exchange(code: String) async throws(WireError) -> LifeSignalPass? {
        guard case .ephemeral(let timeout) = configuration.session else {
            throw .invalidParameter(FieldFault("/session", "must be ephemeral for a visitor's code"))
        }
        let params = SessionExchange.Params(code: code, idleTimeout: Self.idle(timeout))
        _ = try params.checkedParams()
        // Both tries use the same idempotency key, so that a single-use code is not lost with a connection.
        let intent = try IdempotencyKey.make()
        let client = try await connector.client()
        do throws(WireError) {
            return await exchanged(try await client.call(SessionExchange.name, with: params, idem: intent), on: client)
        } catch {
            if error.reason == "rpc.connection_lost", !Task.isCancelled {
                let next = try await connector.client()
                return await exchanged(try await next.call(SessionExchange.name, with: params, idem: intent), on: next)
            }
            // The daemon may have signed the visitor in although the session's name never arrived.
            if error.effect != .none { await connector.close(forGood: false) }
            throw error
        }
    }

    private func exchanged(_ status: SessionStatus, on client: RPCClient) async -> LifeSignalPass? {
        await begun(status, on: client)
        return status.lifesignalPass.flatMap { LifeSignalPass($0) }
    }

    private static func idle(_ timeout: TimeInterval) -> Duration {
        .milliseconds(Int64(timeout.bounded(by: 10...3600, otherwise: 120) * 1000))
    }

    private func begun(_ status: SessionStatus, on client: RPCClient) async {
        // The caller no longer waits, so the person must not stay signed in.
        if Task.isCancelled, status.isEphemeral { return await connector.close(forGood: false) }
        if status.isEphemeral { stopFollowing() }
        following.withLock { following in
            following.visit += 1
            if status.isEphemeral { following.ephemeral = (status.name, ObjectIdentifier(client)) }
        }
        follow()
    }
}
