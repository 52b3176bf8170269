package import LinuxSupport

/// A listening socket and the users who may connect to it.
package struct RPCEndpoint: Sendable {
    /// The socket's name: `session`, `admin` or `radio`. The contracts say which methods each socket serves.
    package let socket: String
    package let listener: UnixListener
    /// The function that decides whether a peer is admitted. It knows only the identity that the kernel reports for the
    /// peer. It runs on an event loop, so it must not wait.
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
    /// The peer is refused. The reason is only for the log. The peer is told only that it was refused.
    case refused(String)
}

/// The users and groups that are admitted. Their names are resolved to numbers once.
package struct RPCAllowList: Sendable, Hashable {
    package var users: Set<UInt32>
    package var groups: Set<UInt32>
    /// The users who are admitted even if the configuration does not name them.
    package var always: Set<UInt32> = []

    package init(users: Set<UInt32> = [], groups: Set<UInt32> = []) {
        self.users = users
        self.groups = groups
    }

    /// Whether the peer is one of the users, or belongs to one of the groups.
    package func admit(_ peer: PeerIdentity) -> RPCAdmission {
        admits(uid: peer.uid, gids: peer.gids)
            ? .admitted : .refused("neither the user nor one of its groups is admitted")
    }

    /// Whether a user with this number and these groups is admitted.
    package func admits(uid: UInt32, gids: some Sequence<UInt32>) -> Bool {
        users.contains(uid) || always.contains(uid) || gids.contains(where: groups.contains)
    }
}
