import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import ProviderHost
import RPC
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// The administrators' methods `locks.*`, and `providers.*`.
struct LockHandlers: Sendable {
    let binds: BindService
    let reader: LockReader
    let grants: GrantService
    let catalog: ProviderCatalog
    let trial: ProviderTrial
    let keyed: KeyedCalls<SessionStore>

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(LocksBind.self) { (context, params, sink) async throws(WireError) in
            try await binds.bind(params, context: context, sink: sink)
        }
        handlers.answerAtOnce(LocksAnswer.self) { (context, params) throws(WireError) in
            try binds.prompts.answer(params, connectionID: context.connectionID)
            return Nothing()
        }
        handlers.answer(LocksList.self) { (context, params) async throws(WireError) in
            try Paging.page(try await binds.bindings(for: context.peer.uid), params)
        }
        handlers.answer(LocksUnbind.self) { (context, params) async throws(WireError) in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> Nothing in
                try await binds.unbind(params.bindingID, context: context)
                return Nothing()
            }
        }
        registerGrants(in: &handlers)
        registerCare(in: &handlers)
        handlers.answerAtOnce(ProvidersList.self) { (_, params) throws(WireError) in
            try Paging.page(catalog.entries.map(\.description), params)
        }
        handlers.answer(ProvidersTry.self) { (_, _) async throws(WireError) in
            await trial.run()
            return Nothing()
        }
    }

    private func registerCare(in handlers: inout RPCHandlers) {
        handlers.answer(LocksStatus.self) { (context, params) async throws(WireError) in
            try await reader.status(params, context: context)
        }
        handlers.answer(LocksRebind.self) { (context, params, sink) async throws(WireError) in
            try await binds.rebind(params, context: context, sink: sink)
        }
        handlers.answer(LocksRotate.self) { (context, params, sink) async throws(WireError) in
            try await binds.rotate(params, context: context, sink: sink)
        }
        handlers.answer(LocksWatch.self) { (context, _, sink) async throws(WireError) in
            // Without the store, no lock is known. An empty list would wrongly say that no lock is bound.
            guard reader.store.failure == nil else { throw .storeUnavailable }
            try await reader.statuses.topic().follow(context, sink)
            return Nothing()
        }
    }

    private func registerGrants(in handlers: inout RPCHandlers) {
        handlers.answer(LocksGrant.self) { (context, params) async throws(WireError) in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> LocalGrant in
                try await grants.grant(params, by: context.peer.uid)
            }
        }
        handlers.answer(LocksRevoke.self) { (context, params) async throws(WireError) in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> Nothing in
                try await grants.revoke(params, by: context.peer.uid)
                return Nothing()
            }
        }
        handlers.answer(LocksGrants.self) { (context, params) async throws(WireError) in
            try Paging.page(try await grants.grants(of: params.bindingID, for: context.peer.uid), params.page)
        }
    }
}
