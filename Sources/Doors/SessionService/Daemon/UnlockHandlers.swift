import DaemonKit
import RPC
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// The methods `unlock.start` and `unlock.watch`.
struct UnlockHandlers: Sendable {
    let unlocks: UnlockService
    let callers: CallerSessions
    let journal: AuditReader

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(UnlockStart.self) { (context, params, sink) async throws(WireError) in
            let session = try await callers.id(context, named: params.session)
            return try await unlocks.start(params, session: session, context: context, sink: sink)
        }
        handlers.answer(UnlockWatch.self) { (context, params, sink) async throws(WireError) in
            try await watch(params, context, sink)
            return Nothing()
        }
    }

    private func watch(_ params: UnlockWatch.Params, _ context: RPCContext, _ sink: ItemSink) async throws(WireError) {
        let scope = try await journal.scope(of: context, named: params.session, as: .watch)
        let topic = try await journal.topic(of: scope, in: unlocks.hub)
        try await topic.follow(context, sink)
    }
}
