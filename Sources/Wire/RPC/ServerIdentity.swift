import LinuxSupport
package import Wire

/// The users that a client accepts as its server.
///
/// If socket activation is used, the kernel names root, because root called `listen`.
package struct ServerIdentity: Sendable, Hashable {
    /// The accepted users. If the value is nil, any user is accepted. This is for sockets in a directory to which only
    /// the right user can write.
    private let uids: Set<UInt32>?

    /// Accepts every server.
    package static let any = ServerIdentity(uids: nil)

    /// Accepts only servers that run under one of `uids`.
    package static func uids(_ uids: Set<UInt32>) -> ServerIdentity { ServerIdentity(uids: uids) }

    private init(uids: Set<UInt32>?) {
        self.uids = uids
    }

    /// Throws `rpc.server_identity` in two cases: the peer of the connected socket `descriptor` is not accepted, or the
    /// peer cannot be determined.
    package func check(descriptor: CInt) throws(WireError) {
        guard let uids else { return }
        do {
            let peer = try PeerIdentity(descriptor: descriptor)
            if uids.contains(peer.uid) { return }
            throw WireError.serverIdentity("the server runs as uid \(peer.uid), which is not accepted")
        } catch let error as WireError {
            throw error
        } catch let error as LinuxError {
            throw .serverIdentity(error.description)
        } catch {
            throw .serverIdentity("the server's identity could not be read")
        }
    }
}
