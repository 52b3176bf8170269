import CLinuxSupport

/// The process at the other end of a Unix domain socket, as the kernel identifies it.
///
/// Decisions use only `uid` and `gids`. These ids belong to the process that connected (or called `listen`), so that
/// process must not hand the connected socket to other processes.
package struct PeerIdentity: Sendable, Hashable {
    /// The effective user that the peer had when it connected.
    package let uid: UInt32
    /// The groups of the peer, without repetitions: the primary group first, then the supplementary groups.
    package let gids: [UInt32]
    /// The number of the process that connected, only for logs.
    ///
    /// The process may have ended, and its number may have been reused.
    package let pid: Int32

    /// The user that the kernel reports in place of a user that has no number in this user namespace.
    package static let overflowUser: UInt32 = 65_534
    /// The number for "no user" in the kernel's interfaces. The kernel also reports this number if there is no peer.
    package static let noUser: UInt32 = .max

    /// Creates an identity that does not come from a socket, for an in-process peer or a test.
    ///
    /// This initializer refuses the same users as ``init(descriptor:)``.
    package init(uid: UInt32, gids: [UInt32], pid: Int32) throws(LinuxError) {
        guard uid != Self.overflowUser else {
            throw LinuxError(.unknownPeer, "the peer's user is not visible here (65534: another user namespace)")
        }
        guard uid != Self.noUser else {
            throw LinuxError(.unknownPeer, "the kernel reports no user for the peer")
        }
        self.uid = uid
        self.gids = gids
        self.pid = pid
    }

    /// Reads the identity of the peer of a connected Unix domain socket.
    ///
    /// The descriptor is only borrowed.
    ///
    /// Throws `.notUnixSocket`, `.unknownPeer`, or the kernel's error. The caller must close the connection in each
    /// case.
    package init(descriptor: CInt) throws(LinuxError) {
        // A TCP socket also supports SO_PEERCRED, but reports a meaningless user.
        guard try LinuxError.check(seam_socket_is_unix(descriptor), "reading the socket's family") == 1 else {
            throw LinuxError(.notUnixSocket, "not a unix domain socket")
        }
        var peer = seam_peer()
        let status = unsafe seam_peer_credentials(descriptor, &peer)
        _ = try LinuxError.check(status, "reading the peer's identity")
        guard peer.pid != 0 || peer.uid != Self.noUser else {
            throw LinuxError(.unknownPeer, "the socket has no peer")
        }
        let groups = try Self.groups(descriptor)
        try self.init(uid: peer.uid, gids: [peer.gid] + groups.filter { $0 != peer.gid }, pid: peer.pid)
    }

    private static func groups(_ descriptor: CInt) throws(LinuxError) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: 64)
        while true {
            let status = unsafe seam_peer_groups(descriptor, &groups, CInt(groups.count))
            let count = Int(try LinuxError.check(status, "reading the peer's groups"))
            if count <= groups.count { return Array(groups.prefix(count)) }
            groups = [UInt32](repeating: 0, count: count)
        }
    }
}
