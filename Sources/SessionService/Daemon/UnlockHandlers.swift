import RPC
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// The methods `unlock.start` and `unlock.watch`.
struct UnlockHandlers: Sendable {
    let unlocks: UnlockService
    let ephemeral: EphemeralSessions
    let journal: AuditReader

    func register(in handlers: inout RPCHandlers) {
        handlers.stream(UnlockStart.name, params: UnlockStart.Params.self) {
            (context, params, sink) async throws(WireError) -> UnlockResult in
            let session = try await ephemeral.id(context, named: params.session)
            return try await unlocks.start(params, session: session, context: context, sink: sink)
        }
        handlers.stream(UnlockWatch.name, params: UnlockWatch.Params.self) {
            (context, params, sink) async throws(WireError) -> Nothing in
            try await watch(params, context, sink)
            return Nothing()
        }
    }

    private func watch(_ params: UnlockWatch.Params, _ context: RPCContext, _ sink: ItemSink) async throws(WireError) {
        let scope = try await journal.scope(of: context, named: params.session, as: .watch)
        let topic = try await unlocks.hub.topic(scope.session.map { .session($0) } ?? .everybody) {
            () async throws(WireError) -> [Attempt] in
            try await journal.page(of: scope, limit: UnlockHub.rowLimit).attempts.map(\.attempt)
        }
        // A session that ended meanwhile has ended its topics. If this topic was made after that, it would never report
        // anything, or it would report on another visitor.
        if case .session(let session, let seen) = scope {
            do throws(WireError) {
                let visitor = try await journal.directory.session(session).visitor()
                guard visitor == seen else { throw SessionError.initializationRequired.wireError }
            } catch {
                unlocks.hub.end(session)
                throw error
            }
        }
        try await topic.follow(context, sink)
    }
}
