import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import SessionStore
import Wire

/// The methods `audit.list` and `audit.verify`.
struct AuditHandlers: Sendable {
    let reader: AuditReader

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(AuditList.self) { (context, params) async throws(WireError) in
            try await list(params, context)
        }
        handlers.answer(AuditVerify.self) { (context, params) async throws(WireError) in
            try await reader.verify(params.noted, for: context.peer.uid)
        }
    }

    private func list(_ params: AuditList.Params, _ context: RPCContext) async throws(WireError) -> Page<Attempt> {
        let scope = try await reader.scope(of: context, named: params.session)
        if params.uid != nil, scope.session != nil { throw .uidOnSessionSocket }
        let page = try await reader.search(
            AuditFilter(params), of: scope, before: try await reader.place(params.page.pageToken, in: scope),
            limit: params.page.limit ?? Paging.defaultLimit)
        return Page(
            page.attempts.map(\.attempt), nextPageToken: try await reader.token(before: page.nextBefore, in: scope))
    }
}

extension AuditFilter {
    fileprivate init(_ params: AuditList.Params) {
        self.init()
        attemptID = params.attemptID
        uid = params.uid
        credentialID = params.credentialID
        entranceID = params.entranceID
        state = params.state
        effect = params.effect
        since = params.since
        until = params.until
    }
}
