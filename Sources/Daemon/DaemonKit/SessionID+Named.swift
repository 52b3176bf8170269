package import DaemonCore
import LinuxSupport
package import RPC
package import Wire

extension SessionID {
    /// Returns the id of the caller's session with this name. Without a name, this is the session `default`.
    package static func of(_ context: RPCContext, named name: String?) throws(WireError) -> SessionID {
        try of(context.peer.uid, named: name)
    }

    /// Returns the id of a user's session with this name. Without a name, this is the session `default`.
    package static func of(_ uid: UInt32, named name: String?) throws(WireError) -> SessionID {
        guard let id = SessionID(uid: uid, name: name ?? "default") else {
            throw .invalidParameter(FieldFault("/session", "must be \(SessionID.nameRule)"))
        }
        return id
    }
}
