package import CloudModel
package import SeamModel
package import Wire

/// The owner of the session, as the cloud reported when it last accepted the token.
package struct ProvenSession: Sendable, Hashable {
    /// The `client_session_id`.
    package var clientSessionID: String
    /// The session's workspace.
    package var workspaceID: String
    /// The session's person. If there is no person, nobody can prove that another token belongs to the same identity.
    package var identityID: String?
    /// When the token expires.
    package var expiresAt: Timestamp

    /// Creates a proof.
    package init(clientSessionID: String, workspaceID: String, identityID: String?, expiresAt: Timestamp) {
        self.clientSessionID = clientSessionID
        self.workspaceID = workspaceID
        self.identityID = identityID
        self.expiresAt = expiresAt
    }

    /// Creates the proof that the cloud's answer about a token contains.
    package init(_ session: CloudSession) {
        self.init(
            clientSessionID: session.id,
            workspaceID: session.workspaceID,
            identityID: session.userIdentityID,
            expiresAt: session.expiresAt
        )
    }

    /// Whether both sessions act for the same person in the same workspace.
    package func isSameIdentity(as other: ProvenSession) -> Bool {
        identityID != nil && identityID == other.identityID && workspaceID == other.workspaceID
    }

    /// The owner that is stored with a cache.
    package var owner: CacheOwner { CacheOwner(workspaceID: workspaceID, identityID: identityID) }
}

/// The owner of a sealed cache. The cache is reused only for the same owner, as the cloud has proved.
package struct CacheOwner: Sendable, Hashable {
    /// The owner's workspace.
    package var workspaceID: String
    /// The owner's person. An owner without a person never matches.
    package var identityID: String?

    /// Creates an owner.
    package init(workspaceID: String, identityID: String?) {
        self.workspaceID = workspaceID
        self.identityID = identityID
    }

    /// Whether a cache of this owner may be used for the other owner.
    package func mayServe(_ other: CacheOwner) -> Bool { identityID != nil && self == other }
}

/// The cloud's answer about a token.
package enum TokenVerdict: Sendable, Equatable {
    /// The token is valid, and belongs to this identity.
    case valid(ProvenSession)
    /// The token is not valid, or no longer valid. The detail is for people.
    case invalid(detail: String)
    /// The cloud could not be asked. The detail is for people. `after` is how long the cloud asks clients to wait, if
    /// it said so.
    case unreachable(detail: String, cause: SyncReason? = nil, after: Duration? = nil)

    /// The error for a caller that needs the cloud, or nil if the cloud answered.
    var refusal: SessionError? {
        guard case .unreachable(let detail, let cause, let after) = self else { return nil }
        return .internetConnectionRequired(detail: detail, cause: cause, after: after)
    }
}

/// Why a session that was signed in has ended.
package enum SessionEnd: String, Sendable, Hashable, CaseIterable {
    /// Someone signed out.
    case deactivated
    /// The cloud revoked the token.
    case revoked
    /// The token has expired.
    case expired
    /// Nobody used the ephemeral session.
    case idle
    /// The ephemeral session's connection has ended.
    case disconnected
    /// An administrator made the daemon forget the user, or the user's number now belongs to another account.
    case forgotten
}

/// One session, from initialization to deactivation. The lifecycle makes decisions, but does not carry them out.
///
/// Each of the cloud's answers carries the ticket of its question. An answer to an outdated question is ignored.
package struct SessionLifecycle: Sendable {
    /// Identifies one question to the cloud.
    package struct Question: Sendable, Hashable {
        /// The question's number, which grows with every question of a session.
        package let number: UInt64
    }

    struct SignedIn: Sendable, Equatable {
        var token: ClientSessionToken
        /// The proof of the session's owner. Until the cloud has accepted the token once, this is nil.
        var proof: ProvenSession?
        /// When the cloud last accepted the token or answered a sync.
        var lastOK: Timestamp?
        var isCached: Bool
        /// Whether the session was active before the daemon started, and must become active again.
        var wasActive = false
    }

    enum State: Sendable, Equatable {
        /// The session has no token.
        case signedOut
        /// The session has a token from before the daemon started, but nobody has resumed the session yet.
        case dormant(SignedIn)
        case initialized(SignedIn)
        case activating(SignedIn, Question)
        case active(SignedIn)
        /// The session's work is being ended. After that, the store forgets the token or erases the session's data.
        case deactivating(deintegrate: Bool)
    }

    var state: State
    /// The owner of the snapshot in the store, if there is one.
    var cache: CacheOwner?
    /// Another token that claims to belong to the same person.
    var candidate: Candidate?
    /// How long the cache may be used without the cloud.
    let offlineGrace: Duration
    /// Whether the cloud's latest answer could not be understood.
    var isMisunderstood = false
    /// When the keys were last read. A token that is accepted later does not change this time. The value is nil before
    /// the first read.
    package var lastRead: Timestamp?
    /// How long the cache may be used while the cloud's answers are not understood. The time is limited because the
    /// cloud may have revoked keys.
    static let misunderstoodGrace = Duration.seconds(3600)
    private var questions: UInt64 = 0

    struct Candidate: Sendable, Equatable {
        var token: ClientSessionToken
        var question: Question
    }

    /// Creates a session that nobody has initialized.
    package init(cache: CacheOwner? = nil, offlineGrace: Duration) {
        state = .signedOut
        self.cache = cache
        self.offlineGrace = offlineGrace
    }

    /// Creates a session from the store. It is dormant until someone initializes it again. A session that `wasActive`
    /// becomes active again without the cloud, even past the grace period. Past the grace period, the session cannot be
    /// used and reports why, until the cloud answers.
    package init(
        token: ClientSessionToken,
        proof: ProvenSession?,
        lastOK: Timestamp?,
        cache: CacheOwner?,
        wasActive: Bool = false,
        offlineGrace: Duration
    ) {
        let isCached = proof.map { proof in cache?.mayServe(proof.owner) ?? false } ?? false
        state = .dormant(
            SignedIn(token: token, proof: proof, lastOK: lastOK, isCached: isCached, wasActive: wasActive))
        self.cache = cache
        self.offlineGrace = offlineGrace
    }

    mutating func ask() -> Question {
        questions += 1
        return Question(number: questions)
    }

    // MARK: - The state of the session

    /// Whether the session has a token and the token's owner knows about the session.
    package var isInitialized: Bool {
        switch state {
        case .initialized, .activating, .active: true
        case .signedOut, .dormant, .deactivating: false
        }
    }

    /// Whether the session lists credentials and opens doors.
    package var isActive: Bool {
        switch state {
        case .active: true
        case .signedOut, .dormant, .initialized, .activating, .deactivating: false
        }
    }

    /// The current token, for requests to the cloud.
    package var token: ClientSessionToken? { signedIn?.token }

    /// The owner of the session, once the cloud has proved it.
    package var proof: ProvenSession? { signedIn?.proof }

    /// When the cloud last answered.
    package var lastOK: Timestamp? { signedIn?.lastOK }

    /// When the cache can no longer be used. This is at the end of the token or at the end of the offline grace period,
    /// whichever comes first. While the session is not active, the value is nil.
    package var usableUntil: Timestamp? {
        guard case .active(let signedIn) = state, let proof = signedIn.proof else { return nil }
        let grace = graceEnd(signedIn) ?? proof.expiresAt
        return min(grace, proof.expiresAt)
    }

    private func graceEnd(_ signedIn: SignedIn) -> Timestamp? {
        let usual = signedIn.lastOK?.advanced(by: offlineGrace)
        guard isMisunderstood, let read = lastRead ?? signedIn.lastOK else { return usual }
        let short = read.advanced(by: Self.misunderstoodGrace)
        return usual.map { min($0, short) } ?? short
    }

    /// Throws unless the session is initialized.
    package func requireInitialized() throws(SessionError) {
        if case .deactivating = state { throw .deactivationInProgress }
        guard isInitialized else { throw .initializationRequired }
    }

    /// Throws unless the session is active. This does not check whether the cloud's keys may still be used.
    package func requireActive() throws(SessionError) {
        try requireInitialized()
        guard isActive else { throw .activationRequired }
    }

    /// Throws an error if the session is not active or may not be used now.
    package func requireUsable(at now: Timestamp) throws(SessionError) {
        try requireActive()
        guard let until = usableUntil, now < until else {
            if let proof, proof.expiresAt <= now {
                throw .invalidClientSessionToken(detail: "the token has expired")
            }
            throw .offlineGraceExpired(since: signedIn.flatMap(graceEnd))
        }
    }

    private var signedIn: SignedIn? {
        switch state {
        case .dormant(let signedIn), .initialized(let signedIn), .activating(let signedIn, _), .active(let signedIn):
            signedIn
        case .signedOut, .deactivating: nil
        }
    }
}
