// Whoever has the session's methods has what they are made of.
@_exported public import MethodAPI
package import SeamModel
package import Wire

extension Credential: Listed { package static let plural: StaticString = "credentials" }
extension Attempt: Listed { package static let plural: StaticString = "attempts" }
extension Binding: Listed { package static let plural: StaticString = "bindings" }
extension LocalGrant: Listed { package static let plural: StaticString = "grants" }
extension SessionStatus: Listed { package static let plural: StaticString = "sessions" }
extension ProviderDescription: Listed { package static let plural: StaticString = "providers" }

/// The names of the methods that change nothing, for calls without types.
///
/// By the contracts, these are the methods that may be repeated and that end with their connection, except those that
/// give out a code, answer a prompt, or set the level of the log.
package enum ReadingMethods {
    package static let names: Set<String> = Set(
        methods.map { $0.name } + [
            "rpc.can", "rpc.describe", "rpc.health", "rpc.health.watch", "rpc.metrics", "rpc.stats", "rpc.whoami",
        ])

    private static let methods: [any ReadingMethod.Type] = [
        AuditList.self, AuditVerify.self, CredentialsList.self, CredentialsNearby.self, CredentialsWatch.self,
        KioskList.self, LocksGrants.self, LocksList.self, LocksStatus.self, LocksWatch.self, ProvidersList.self,
        ProvidersTry.self, SessionGet.self, SessionList.self, SessionWatch.self, UnlockWatch.self,
    ]
}

extension OutgoingCall {
    /// The same call, marked if its method only reads.
    package var markedIfItOnlyReads: OutgoingCall {
        var call = self
        call.onlyReads = ReadingMethods.names.contains(method)
        return call
    }
}
