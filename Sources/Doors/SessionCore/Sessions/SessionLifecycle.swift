package import CloudModel
package import SeamModel
package import Wire

/// Who the session belongs to, as the cloud said when it last accepted the token.
package struct ProvenSession: Sendable, Hashable {
    /// `client_session_id`.
    package var clientSessionID: String
    /// The workspace.
    package var workspaceID: String
    /// The person; without one, no other token can be proved to belong to the same identity.
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

    /// The proof contained in the cloud's answer to a token.
    package init(_ session: CloudSession) {
        self.init(
            clientSessionID: session.id,
            workspaceID: session.workspaceID,
            identityID: session.userIdentityID,
            expiresAt: session.expiresAt
        )
    }

    /// Whether both act for the same person in the same workspace.
    package func isSameIdentity(as other: ProvenSession) -> Bool {
        identityID != nil && identityID == other.identityID && workspaceID == other.workspaceID
    }

    /// The owner of a kept cache.
    package var owner: CacheOwner { CacheOwner(workspaceID: workspaceID, identityID: identityID) }
}

/// The owner of a sealed cache; it is reused only for the same owner, as proved online.
package struct CacheOwner: Sendable, Hashable {
    /// The workspace.
    package var workspaceID: String
    /// The person; an owner without one never matches.
    package var identityID: String?

    /// Creates an owner.
    package init(workspaceID: String, identityID: String?) {
        self.workspaceID = workspaceID
        self.identityID = identityID
    }

    /// Whether a cache of this owner may be used for that owner.
    package func mayServe(_ other: CacheOwner) -> Bool { identityID != nil && self == other }
}

/// The cloud's answer about a token.
package enum TokenVerdict: Sendable, Equatable {
    /// It is valid, and belongs to this identity.
    case valid(ProvenSession)
    /// It is not, or no longer, valid; the detail is for people.
    case invalid(detail: String)
    /// The cloud could not be asked; the detail is for people. `after`: how long the cloud wants to be left alone, if
    /// it said so.
    case unreachable(detail: String, cause: SyncReason? = nil, after: Duration? = nil)

    /// The error for a caller that needs the cloud; nil if the cloud answered.
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
    /// An administrator had the user forgotten, or the user's number now belongs to another account.
    case forgotten
}

/// One session, from initialization to deactivation. Makes decisions, but carries out nothing.
///
/// The cloud's answers carry their question's ticket; an answer to an outdated question is ignored.
package struct SessionLifecycle: Sendable {
    /// Identifies one question to the cloud.
    package struct Question: Sendable, Hashable {
        /// Grows with every question of a session.
        package let number: UInt64
    }

    struct SignedIn: Sendable, Equatable {
        var token: ClientSessionToken
        /// Nil until the cloud has accepted the token once.
        var proof: ProvenSession?
        /// When the cloud last accepted the token or answered a sync.
        var lastOK: Timestamp?
        var isCached: Bool
        /// Whether the session was active before the daemon started, and must become active again.
        var wasActive = false
    }

    enum State: Sendable, Equatable {
        /// No token.
        case signedOut
        /// A token from before the daemon started; nobody has resumed the session yet.
        case dormant(SignedIn)
        case initialized(SignedIn)
        case activating(SignedIn, Question)
        case active(SignedIn)
        /// The session's work is being ended; after that, the store forgets.
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
    /// When the keys were last read; a token accepted later does not change this. Nil before the first read.
    package var lastRead: Timestamp?
    /// How long the cache may be used while the cloud answers but is not understood: it may have revoked keys.
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
    /// becomes active again without the cloud, even past the grace period. It then cannot be used, and says why, until
    /// the cloud answers.
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

    /// Whether there is a token and its owner knows about it.
    package var isInitialized: Bool {
        switch state {
        case .initialized, .activating, .active: true
        case .signedOut, .dormant, .deactivating: false
        }
    }

    /// Whether credentials are listed and doors open.
    package var isActive: Bool {
        switch state {
        case .active: true
        case .signedOut, .dormant, .initialized, .activating, .deactivating: false
        }
    }

    /// The token in use, for requests to the cloud.
    package var token: ClientSessionToken? { signedIn?.token }

    /// Who the session belongs to, once proved.
    package var proof: ProvenSession? { signedIn?.proof }

    /// When the cloud last answered.
    package var lastOK: Timestamp? { signedIn?.lastOK }

    /// When the cache stops being usable: when the token or the offline grace period ends, whichever comes first. Nil
    /// while not active.
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

    /// Throws unless the session is active. It does not check whether the cloud's keys may still be used.
    package func requireActive() throws(SessionError) {
        try requireInitialized()
        guard isActive else { throw .activationRequired }
    }

    /// Throws unless the session is active and may be used now.
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
