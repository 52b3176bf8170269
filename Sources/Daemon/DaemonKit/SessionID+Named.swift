package import DaemonCore
import LinuxSupport
package import RPC
package import Wire

extension SessionID {
    /// The caller's named session with that name; `default` if there is no name.
    package static func of(_ context: RPCContext, named name: String?) throws(WireError) -> SessionID {
        try of(context.peer.uid, named: name)
    }

    /// A user's named session with that name; `default` if there is no name.
    package static func of(_ uid: UInt32, named name: String?) throws(WireError) -> SessionID {
        guard let id = SessionID(uid: uid, name: name ?? "default") else {
            throw .invalidParameter(FieldFault("/session", "must be \(SessionID.nameRule)"))
        }
        return id
    }
}
