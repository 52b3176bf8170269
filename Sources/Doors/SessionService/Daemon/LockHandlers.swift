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
        handlers.stream(LocksBind.name, params: LocksBind.Params.self) {
            (context, params, sink) async throws(WireError) -> Binding in
            try await binds.bind(params, context: context, sink: sink)
        }
        handlers.unaryAtOnce(LocksAnswer.name, params: LocksAnswer.Params.self) {
            (context, params) throws(WireError) -> Nothing in
            try binds.prompts.answer(params, connectionID: context.connectionID)
            return Nothing()
        }
        handlers.unary(LocksList.name, params: LocksList.Params.self) {
            (context, params) async throws(WireError) -> Page<Binding> in
            try Paging.page(try await binds.bindings(for: context.peer.uid), params)
        }
        handlers.unary(LocksUnbind.name, params: LocksUnbind.Params.self) {
            (context, params) async throws(WireError) -> Nothing in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> Nothing in
                try await binds.unbind(params.bindingID, context: context)
                return Nothing()
            }
        }
        registerGrants(in: &handlers)
        registerCare(in: &handlers)
        handlers.unaryAtOnce(ProvidersList.name, params: ProvidersList.Params.self) {
            (_, params) throws(WireError) -> Page<ProviderDescription> in
            try Paging.page(catalog.entries.map(\.description), params)
        }
        handlers.unary(ProvidersTry.name, params: ProvidersTry.Params.self) {
            (_, _) async throws(WireError) -> Nothing in
            await trial.run()
            return Nothing()
        }
    }

    private func registerCare(in handlers: inout RPCHandlers) {
        handlers.unary(LocksStatus.name, params: LocksStatus.Params.self) {
            (context, params) async throws(WireError) -> Binding in
            try await reader.status(params, context: context)
        }
        handlers.stream(LocksRebind.name, params: LocksRebind.Params.self) {
            (context, params, sink) async throws(WireError) -> Binding in
            try await binds.rebind(params, context: context, sink: sink)
        }
        handlers.stream(LocksRotate.name, params: LocksRotate.Params.self) {
            (context, params, sink) async throws(WireError) -> LocksRotate.Result in
            try await binds.rotate(params, context: context, sink: sink)
        }
        handlers.stream(LocksWatch.name, params: LocksWatch.Params.self) {
            (context, _, sink) async throws(WireError) -> Nothing in
            // Without the store, no lock is known, and an empty list would say that none is bound.
            guard reader.store.failure == nil else { throw .storeUnavailable }
            try await reader.statuses.topic().follow(context, sink)
            return Nothing()
        }
    }

    private func registerGrants(in handlers: inout RPCHandlers) {
        handlers.unary(LocksGrant.name, params: LocksGrant.Params.self) {
            (context, params) async throws(WireError) -> LocalGrant in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> LocalGrant in
                try await grants.grant(params, by: context.peer.uid)
            }
        }
        handlers.unary(LocksRevoke.name, params: LocksRevoke.Params.self) {
            (context, params) async throws(WireError) -> Nothing in
            let session = try SessionID.of(context, named: nil)
            return try await keyed.answer(context, session: session.name, params) {
                () async throws(WireError) -> Nothing in
                try await grants.revoke(params, by: context.peer.uid)
                return Nothing()
            }
        }
        handlers.unary(LocksGrants.name, params: LocksGrants.Params.self) {
            (context, params) async throws(WireError) -> Page<LocalGrant> in
            try Paging.page(try await grants.grants(of: params.bindingID, for: context.peer.uid), params.page)
        }
    }
}
