import DaemonCore
import DaemonKit
import LinuxSupport
import RPC
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// The method `session.exchange`, and the beginning of ephemeral sessions.
struct ExchangeHandler: Sendable {
    let directory: SessionDirectory
    let callers: CallerSessions
    /// The exchange that asks the desk. If there is no desk, this is nil.
    let exchange: CodeExchange?

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(SessionExchange.self) { (context, params) async throws(WireError) in
            try await begin(with: params, context)
        }
    }

    /// Throws if the user may not exchange codes. The desk is not asked for this.
    static func permit(_ uid: UInt32, _ exchange: CodeExchange?) throws(WireError) {
        guard let exchange else { throw .kioskNotConfigured }
        try exchange.permit(uid)
    }

    private func begin(
        with params: SessionExchange.Params, _ context: RPCContext
    ) async throws(WireError) -> SessionStatus {
        guard let exchange else { throw .kioskNotConfigured }
        let (uid, connection) = (context.peer.uid, context.connectionID)
        try exchange.permit(uid)
        try await callers.admit(context)
        let intent = exchange.intent(context.idem, params.code)
        if let own = callers.ephemeral.own(connection), callers.ephemeral.isOpen(own) {
            guard try exchange.began(own, on: connection, intent) else {
                throw SessionError.alreadyInitialized.wireError
            }
            let id = try await callers.id(context, named: nil)
            return await (try directory.session(id)).status
        }
        let answer = try await exchange.answer(to: params.code, of: uid, on: connection, intent)
        // If the caller has left, nobody is signed in.
        try context.checkCancelled()
        guard let answer else { throw .cancelled }
        guard case .token(let token, let pass) = answer else { throw answer.wireError ?? .kioskNotConfigured }
        let id = try await open(context, idle: params.idleTimeout)
        if exchange.note(id, on: connection, intent) {
            context.onConnectionEnd { exchange.connectionEnded(connection) }
        }
        var status = try await give(token, to: id)
        // Only this answer has the pass. The session does not keep it.
        status.lifesignalPass = pass?.text
        return status
    }

    /// The ephemeral session of a call's connection, or a new one.
    func open(_ context: RPCContext, idle: Duration?) async throws(WireError) -> SessionID {
        let (connection, exchange) = (context.connectionID, exchange)
        return try await callers.open(
            context, idle: idle ?? SessionInitialize.Params.defaultIdleTimeout
        ) { [directory] id, end in
            exchange?.sessionEnded(on: connection)
            await directory.wipe(id, as: end)
        }
    }

    /// Gives a session its token, unless it has ended in the meantime.
    func give(_ token: ClientSessionToken?, to id: SessionID) async throws(WireError) -> SessionStatus {
        let status = try await directory.initialize(id, token: token)
        // The session may have ended while it was being opened. In that case, no other code wipes it.
        guard callers.ephemeral.isOpen(id) else {
            await directory.wipe(id, as: .disconnected)
            throw SessionError.initializationRequired.wireError
        }
        return status
    }
}
