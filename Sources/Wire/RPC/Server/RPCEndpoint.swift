package import LinuxSupport

/// A listening socket and the users who may connect to it.
package struct RPCEndpoint: Sendable {
    /// `session`, `admin` or `radio`. The contracts say which methods each socket serves.
    package let socket: String
    package let listener: UnixListener
    /// Decides from the kernel's identity alone. It runs on an event loop, so it must not wait.
    package let admit: @Sendable (PeerIdentity) -> RPCAdmission

    package init(
        socket: String, listener: UnixListener, admit: @escaping @Sendable (PeerIdentity) -> RPCAdmission
    ) {
        self.socket = socket
        self.listener = listener
        self.admit = admit
    }
}

/// Whether a peer is admitted.
package enum RPCAdmission: Sendable, Hashable {
    case admitted
    /// The reason is for the log. The peer is only told that it was refused.
    case refused(String)
}

/// The users and groups that are admitted, resolved to numbers once.
package struct RPCAllowList: Sendable, Hashable {
    package var users: Set<UInt32>
    package var groups: Set<UInt32>
    /// Users who are admitted without being named in a configuration.
    package var always: Set<UInt32> = []

    package init(users: Set<UInt32> = [], groups: Set<UInt32> = []) {
        self.users = users
        self.groups = groups
    }

    /// Whether the peer is one of the users or in one of the groups.
    package func admit(_ peer: PeerIdentity) -> RPCAdmission {
        admits(uid: peer.uid, gids: peer.gids)
            ? .admitted : .refused("neither the user nor one of its groups is admitted")
    }

    /// Whether somebody with this user and these groups is admitted.
    package func admits(uid: UInt32, gids: some Sequence<UInt32>) -> Bool {
        users.contains(uid) || always.contains(uid) || gids.contains(where: groups.contains)
    }
}
