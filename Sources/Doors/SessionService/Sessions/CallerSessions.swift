import DaemonCore
import DaemonKit
import LinuxSupport
import RPC
import SeamModel
import SessionCore
import Wire

/// Finds the sessions to which calls refer. No data of a session is used before the data under the caller's numbers is
/// known to belong to the caller's accounts.
struct CallerSessions: Sendable {
    let ephemeral: EphemeralSessions<SessionEnd>
    let accounts: AccountWatch

    /// Returns once the data under the caller's numbers is known to belong to the caller's accounts.
    func admit(_ context: RPCContext) async throws(WireError) {
        try await accounts.admit(context.peer.uid, groups: context.groups)
    }

    /// The session to which a call refers. The session is marked as used.
    func id(
        _ context: RPCContext, named name: String?, as use: SessionUse = .call
    ) async throws(WireError) -> SessionID {
        try await admit(context)
        let connection = context.connectionID
        let id = try ephemeral.id(connection, uid: context.peer.uid, named: name)
        guard id.isEphemeral else { return id }
        switch use {
        case .question: break
        case .watch:
            await ephemeral.begin(id, on: connection)
            ephemeral.end(id, on: connection)
        case .call: await self.use(id, context)
        }
        return id
    }

    /// The session of a call's connection, or a new one. The session is in use until the call has ended.
    func open(
        _ context: RPCContext, idle: Duration, wipe: @escaping @Sendable (SessionID, SessionEnd) async -> Void
    ) async throws(WireError) -> SessionID {
        try await admit(context)
        let connection = context.connectionID
        let (id, isFirst) = try ephemeral.open(connection, uid: context.peer.uid, idle: idle, wipe: wipe)
        // If the connection has already ended, the session ends now.
        if isFirst { context.onConnectionEnd { ephemeral.connectionEnded(connection) } }
        await use(id, context)
        return id
    }

    private func use(_ id: SessionID, _ context: RPCContext) async {
        let connection = context.connectionID
        context.onEnd { ephemeral.end(id, on: connection) }
        await ephemeral.begin(id, on: connection)
    }
}

extension SessionEnd: ConnectionEnd {}
