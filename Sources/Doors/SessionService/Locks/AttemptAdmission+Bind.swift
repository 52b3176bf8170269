import DaemonCore
import RPC
import RadioModel
import SeamModel
import SessionCore
import SessionStore
import Wire

extension AttemptAdmission {
    /// The journal's entry about a lock that an administrator bound, unbound, or gave a new key. `binding` is nil if
    /// the binding cannot be read.
    init(
        _ id: String, _ method: String, on bindingID: String, _ binding: Binding?, session: SessionID, trace: String?,
        at time: Timestamp
    ) {
        self.init(
            attemptID: id, session: session, method: method,
            credentialID: LocalKeyDerivation.credentialID(of: bindingID), authority: .localGrant, admittedAt: time)
        credentialName = binding?.name
        entranceID = binding?.entranceID
        self.bindingID = bindingID
        lockAddress = binding?.device.address
        provider = binding?.provider
        self.trace = trace
    }
}

extension BindConversation {
    /// The journal's entry for this call once it has succeeded.
    func act(_ method: String, on binding: Binding, at time: Timestamp) -> AttemptAdmission {
        AttemptAdmission(id, method, on: binding.id, binding, session: session, trace: context.trace, at: time)
    }
}
