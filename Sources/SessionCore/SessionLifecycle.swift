package import SeamModel
package import Wire

/// Whose session it is, as the cloud said when it last accepted the token.
package struct ProvenSession: Sendable, Hashable {
    /// `client_session_id`.
    package var clientSessionID: String
    /// The workspace.
    package var workspaceID: String
    /// The person; without one, no other token can be proved to be the same identity's.
    package var identityID: String?
    /// When the token ends.
    package var expiresAt: Timestamp

    /// A proof.
    package init(clientSessionID: String, workspaceID: String, identityID: String?, expiresAt: Timestamp) {
        self.clientSessionID = clientSessionID
        self.workspaceID = workspaceID
        self.identityID = identityID
        self.expiresAt = expiresAt
    }

    /// What the cloud's answer to a token proves.
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

    /// Who a kept cache belongs to.
    package var owner: CacheOwner { CacheOwner(workspaceID: workspaceID, identityID: identityID) }
}

/// Whom a sealed cache belongs to; it is used again only for the same one, proved online.
package struct CacheOwner: Sendable, Hashable {
    /// The workspace.
    package var workspaceID: String
    /// The person; an owner without one never matches.
    package var identityID: String?

    /// An owner.
    package init(workspaceID: String, identityID: String?) {
        self.workspaceID = workspaceID
        self.identityID = identityID
    }

    /// Whether a cache of this owner may serve that one.
    package func mayServe(_ other: CacheOwner) -> Bool { identityID != nil && self == other }
}

/// What the cloud answered to a token.
package enum TokenVerdict: Sendable, Equatable {
    /// It is valid, and this is whose it is.
    case valid(ProvenSession)
    /// It is not, or no longer; the detail is for people.
    case invalid(detail: String)
    /// The cloud could not be asked; the detail is for people.
    case unreachable(detail: String)
}

/// Why a session that had been signed in is not any more.
package enum SessionEnd: String, Sendable, Hashable, CaseIterable {
    /// Someone signed out.
    case deactivated
    /// The cloud took the token back.
    case revoked
    /// The token's time is over.
    case expired
    /// Nobody used the ephemeral session.
    case idle
    /// The ephemeral session's connection has ended.
    case disconnected
}

/// One session from initialize to deactivate. Decides and performs nothing.
///
/// The cloud's answers come with the ticket of the question; an answer to a question that no longer stands is ignored.
package struct SessionLifecycle: Sendable {
    /// Names one question to the cloud.
    package struct Question: Sendable, Hashable {
        /// Grows with every question of a session.
        package let number: UInt64
    }

    struct SignedIn: Sendable, Equatable {
        var token: ClientSessionToken
        /// Nil until the cloud has accepted the token once.
        var proof: ProvenSession?
        /// When the cloud last accepted it or answered a sync.
        var lastOK: Timestamp?
        var isCached: Bool
        /// It was active before the daemon's start, and is to be so again.
        var wasActive = false
    }

    enum State: Sendable, Equatable {
        /// No token.
        case signedOut
        /// A token from before the daemon's start; nobody has resumed it yet.
        case dormant(SignedIn)
        case initialized(SignedIn)
        case activating(SignedIn, Question)
        case active(SignedIn)
        /// Work is being ended, then the store forgets.
        case deactivating(deintegrate: Bool)
    }

    var state: State
    /// Whose snapshot lies in the store, if one does.
    var cache: CacheOwner?
    /// Another token that claims to be the same person's.
    var candidate: Candidate?
    /// How long the cache serves without the cloud.
    let offlineGrace: Duration
    /// The cloud's latest answer was not to be understood.
    var isMisunderstood = false
    /// When the keys were last read; a token that was accepted since says nothing of them. Nil before they were.
    package var lastRead: Timestamp?
    /// How long the cache serves a cloud that answers, and that is not understood: it may have taken keys back.
    static let misunderstoodGrace = Duration.seconds(3600)
    private var questions: UInt64 = 0

    struct Candidate: Sendable, Equatable {
        var token: ClientSessionToken
        var question: Question
    }

    /// A session that nobody has initialized.
    package init(cache: CacheOwner? = nil, offlineGrace: Duration) {
        state = .signedOut
        self.cache = cache
        self.offlineGrace = offlineGrace
    }

    /// A session that the store remembers. It sleeps until someone initializes it again. One that `wasActive` becomes so
    /// again without the cloud even past the grace: it may not be used then, and says why, until the cloud answers.
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

    // MARK: - What the session is

    /// Whether a token is there and its owner knows.
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

    /// Whose session it is, once proved.
    package var proof: ProvenSession? { signedIn?.proof }

    /// When the cloud last answered.
    package var lastOK: Timestamp? { signedIn?.lastOK }

    /// When the cache stops serving: the token's end or the end of the offline grace, whichever comes first. Nil while
    /// not active.
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

    /// Throws unless the session is active, whether or not what the cloud gave may still be used.
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
