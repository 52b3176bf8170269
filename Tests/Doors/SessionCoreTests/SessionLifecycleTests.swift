import SeamModel
import SessionCore
import Testing
import Wire

private let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)
private let hour: Duration = .seconds(3_600)
private let grace = hour * 72

private func proof(
    _ person: String? = "anna",
    workspace: String = "ws-1",
    expiresAt: Timestamp = now.advanced(by: hour * 1_000)
) -> ProvenSession {
    ProvenSession(clientSessionID: "cs", workspaceID: workspace, identityID: person, expiresAt: expiresAt)
}

private typealias Action = SessionLifecycle.Action

extension SessionLifecycle {
    /// Calls `activate()`, and answers the request that it makes.
    fileprivate mutating func activate(_ verdict: TokenVerdict, at time: Timestamp = now) throws -> [Action] {
        for action in activate() {
            if case .validate(_, let question) = action { return answered(question, verdict, at: time) }
        }
        throw Unasked()
    }

    fileprivate mutating func signOut(deintegrate: Bool = false) {
        _ = deactivate(deintegrate: deintegrate)
        _ = workEnded()
        _ = forgotten(everything: deintegrate)
    }
}

private struct Unasked: Error {}

@Suite("A session's life")
struct SessionLifecycleTests {
    let token: ClientSessionToken
    let other: ClientSessionToken

    init() throws {
        token = try ClientSessionToken(Array("seam_cst1anna_0123456789".utf8))
        other = try ClientSessionToken(Array("seam_cst1anna_9876543210".utf8))
    }

    private func fresh() -> SessionLifecycle { SessionLifecycle(offlineGrace: grace) }

    private func active() throws -> SessionLifecycle {
        var session = fresh()
        _ = session.initialize(token)
        _ = try session.activate(.valid(proof()))
        _ = session.synced(at: now, as: proof())
        return session
    }

    @Test("session lifecycle: keys that a misunderstood cloud may have taken back serve for an hour")
    func misunderstood() throws {
        var session = try active()
        #expect(session.usableUntil == now.advanced(by: grace))
        session.misunderstood()
        #expect(session.usableUntil == now.advanced(by: hour))
        #expect(throws: SessionError.offlineGraceExpired(since: now.advanced(by: hour))) {
            try session.requireUsable(at: now.advanced(by: hour))
        }
        session.signOut()
        _ = session.initialize(token)
        _ = try session.activate(.valid(proof()), at: now.advanced(by: hour))
        #expect(session.usableUntil == now.advanced(by: hour), "a token that is accepted says nothing of the keys")
        _ = session.synced(at: now.advanced(by: hour * 2), as: proof())
        #expect(session.usableUntil == now.advanced(by: hour * 2 + grace))
    }

    /// The session as the store returns it after a restart.
    private func restarted(cachedFor owner: CacheOwner? = proof().owner) -> SessionLifecycle {
        SessionLifecycle(token: token, proof: proof(), lastOK: now, cache: owner, offlineGrace: grace)
    }

    @Test("session lifecycle: begins with a token, and the same token again changes nothing")
    func initialize() {
        var session = fresh()
        #expect(session.initialize(nil) == [.fail(.initializationRequired)])
        #expect(session.initialize(token) == [.store, .succeed])
        #expect(session.isInitialized && !session.isActive)
        #expect(session.initialize(token) == [.succeed])
        #expect(session.initialize(nil) == [.succeed])
    }

    @Test("session lifecycle: another token is refused while nothing proves whose the first is")
    func anotherTokenUnproved() {
        var session = fresh()
        _ = session.initialize(token)
        #expect(session.initialize(other) == [.fail(.alreadyInitialized)])
        #expect(session.token == token)
    }

    @Test("session lifecycle: another token of the same person replaces the first; anything else does not")
    func anotherToken() throws {
        let verdicts: [(TokenVerdict, SessionError?)] = [
            (.valid(proof()), nil), (.valid(proof("ben")), .alreadyInitialized),
            (.valid(proof(workspace: "ws-2")), .alreadyInitialized), (.valid(proof(nil)), .alreadyInitialized),
            (.invalid(detail: "d"), .alreadyInitialized),
            (.unreachable(detail: "d"), .internetConnectionRequired(detail: "d")),
            (
                .unreachable(detail: "d", cause: .rateLimited, after: .seconds(90)),
                .internetConnectionRequired(detail: "d", cause: .rateLimited, after: .seconds(90))
            ),
        ]
        for (verdict, error) in verdicts {
            var session = try active()
            guard case .prove(other, let question) = session.initialize(other).first else {
                Issue.record("nothing was asked")
                return
            }
            #expect(session.initialize(other) == [.fail(.alreadyInitialized)], "one question at a time")
            let actions = session.candidateAnswered(question, verdict, at: now)
            #expect(actions.last == .finishProof(error))
            #expect(session.token == (error == nil ? other : token))
            #expect(session.isActive)
            #expect(session.candidateAnswered(question, verdict, at: now) == [], "an answer counts once")
        }
    }

    @Test("session lifecycle: activates online, and repeating it changes nothing")
    func activate() throws {
        var session = fresh()
        #expect(session.activate() == [.fail(.initializationRequired)])
        _ = session.initialize(token)
        #expect(try session.activate(.valid(proof())) == [.store, .startSync, .finishActivation(nil)])
        #expect(session.isActive)
        #expect(session.activate() == [.succeed])
        #expect(session.usableUntil == now.advanced(by: grace))
    }

    @Test("session lifecycle: two activations share one question")
    func joined() {
        var session = fresh()
        _ = session.initialize(token)
        #expect(session.activate().count == 2)
        #expect(session.activate() == [.join])
    }

    @Test("session lifecycle: a refused token ends the session")
    func refused() throws {
        var session = fresh()
        _ = session.initialize(token)
        let error = SessionError.invalidClientSessionToken(detail: "d")
        #expect(try session.activate(.invalid(detail: "d")) == [.endWork(.revoked), .finishActivation(error)])
        #expect(session.workEnded() == [.forgetToken])
        #expect(session.forgotten(everything: false) == [.finishDeactivation])
        #expect(!session.isInitialized)
        #expect(session.initialize(other) == [.store, .succeed])
    }

    @Test("session lifecycle: offline, the first activation needs the internet")
    func firstActivationOffline() throws {
        var session = fresh()
        _ = session.initialize(token)
        let error = SessionError.internetConnectionRequired(detail: "d")
        #expect(try session.activate(.unreachable(detail: "d")) == [.finishActivation(error)])
        #expect(session.isInitialized && !session.isActive)
    }

    @Test("session lifecycle: offline, a session that was active before activates from the cache, within the grace")
    func activationFromCache() throws {
        var session = restarted()
        #expect(!session.isInitialized)
        #expect(session.activate() == [.fail(.initializationRequired)])
        #expect(session.initialize(nil) == [.succeed])
        #expect(try session.activate(.unreachable(detail: "d")) == [.startSync, .finishActivation(nil)])

        var late = restarted()
        _ = late.initialize(token)
        let end = now.advanced(by: grace)
        let expired = Action.finishActivation(.offlineGraceExpired(since: end))
        #expect(try late.activate(.unreachable(detail: "d"), at: end) == [expired])

        var uncached = restarted(cachedFor: nil)
        _ = uncached.initialize(nil)
        let required = Action.finishActivation(.internetConnectionRequired(detail: "d"))
        #expect(try uncached.activate(.unreachable(detail: "d")) == [required])
    }

    @Test(
        "session lifecycle: is not resumed without a token after a deactivation, of either kind",
        arguments: [true, false])
    func noResumption(deintegrate: Bool) throws {
        var session = try active()
        session.signOut(deintegrate: deintegrate)
        #expect(session.initialize(nil) == [.fail(.initializationRequired)])
        #expect(session.token == nil)
    }

    @Test("session lifecycle: a kept cache serves only the same person again")
    func keptCache() throws {
        for (person, isKept) in [("anna", true), ("ben", false)] {
            var session = try active()
            session.signOut()
            _ = session.initialize(token)
            let actions = try session.activate(.valid(proof(person)))
            #expect(actions.contains(.discardCache) == !isKept)
        }
        var erased = try active()
        erased.signOut(deintegrate: true)
        _ = erased.initialize(token)
        #expect(try !erased.activate(.valid(proof())).contains(.discardCache))
    }

    @Test("session lifecycle: deactivation is idempotent, and the stronger wish wins")
    func deactivation() throws {
        var idle = fresh()
        #expect(idle.deactivate(deintegrate: false) == [.succeed])
        #expect(idle.deactivate(deintegrate: true) == [.succeed])

        var session = try active()
        #expect(session.deactivate(deintegrate: false) == [.join, .endWork(.deactivated)])
        #expect(session.initialize(token) == [.fail(.deactivationInProgress)])
        #expect(session.activate() == [.fail(.deactivationInProgress)])
        #expect(throws: SessionError.deactivationInProgress) { try session.requireInitialized() }
        #expect(session.workEnded() == [.forgetToken])
        #expect(session.deactivate(deintegrate: true) == [.join])
        #expect(session.forgotten(everything: false) == [.erase])
        #expect(session.forgotten(everything: true) == [.finishDeactivation])
        #expect(session.deactivate(deintegrate: false) == [.succeed])
    }

    @Test("session lifecycle: signed out with a cache, deintegration still erases it")
    func lateDeintegration() throws {
        var session = try active()
        session.signOut()
        #expect(session.deactivate(deintegrate: true) == [.join, .erase])
        #expect(session.forgotten(everything: true) == [.finishDeactivation])
    }

    @Test("session lifecycle: deactivation beats a running activation, whose answer then counts for nothing")
    func deactivationDuringActivation() {
        var session = fresh()
        _ = session.initialize(token)
        guard case .validate(_, let question) = session.activate().last else {
            Issue.record("nothing was asked")
            return
        }
        let failure = Action.finishActivation(.deactivationInProgress)
        #expect(session.deactivate(deintegrate: false) == [.join, failure, .endWork(.deactivated)])
        #expect(session.answered(question, .valid(proof()), at: now) == [])
        _ = session.workEnded()
        _ = session.forgotten(everything: false)
        _ = session.initialize(token)
        _ = session.activate()
        #expect(session.answered(question, .valid(proof()), at: now) == [], "an answer to an older question")
        #expect(!session.isActive)
    }

    @Test("session lifecycle: ends when the cloud takes the token back, and when its time is over")
    func ends() throws {
        var revoked = try active()
        #expect(revoked.revoked() == [.endWork(.revoked)])
        #expect(revoked.revoked() == [])
        var expiring = try active()
        #expect(expiring.passed(now) == [])
        #expect(expiring.passed(now.advanced(by: hour * 1_000)) == [.endWork(.expired)])
    }

    @Test("session lifecycle: a token that the cloud accepts activates, although the clock here is past its end")
    func clockAhead() {
        for (named, isActive) in [(now, true), (nil, false), (now.advanced(by: hour * 2_000), false)] {
            var session = fresh()
            _ = session.initialize(token)
            guard case .validate(_, let question) = session.activate().last else {
                Issue.record("nothing was asked")
                return
            }
            let late = now.advanced(by: hour * 2_000)
            _ = session.answered(question, .valid(proof()), at: late, named: named)
            #expect(session.isActive == isActive)
            if isActive { #expect(session.lastOK == now) }
        }
    }

    @Test("session lifecycle: takes over what the cloud says of its token's end, both ways", arguments: [1, 9_000])
    func expiryMoves(hours: Int) throws {
        var session = try active()
        let end = now.advanced(by: hour * hours)
        #expect(session.synced(at: now, as: proof(expiresAt: end)) == [.store])
        #expect(session.proof?.expiresAt == end)
    }

    @Test("session lifecycle: becomes another person's only without the last one's cache")
    func otherPerson() throws {
        var session = try active()
        #expect(session.reproved(proof("ben")) == [.discardCache, .store])
        #expect(session.proof?.identityID == "ben")
        session.signOut()
        _ = session.initialize(token)
        #expect(try !session.activate(.valid(proof("ben"))).contains(.discardCache), "there is none any more")

        var nobody = fresh()
        _ = nobody.initialize(token)
        _ = try nobody.activate(.valid(proof(nil)))
        _ = nobody.synced(at: now, as: proof(nil))
        #expect(nobody.reproved(proof()) == [.discardCache, .store])
    }

    @Test("session lifecycle: without its snapshot in the store there is no cache to activate from")
    func lostCache() throws {
        var session = try active()
        session.lostCache()
        session.signOut()
        _ = session.initialize(token)
        #expect(try !session.activate(.valid(proof())).contains(.discardCache))
    }

    @Test("session lifecycle: a cloud that is slow is not waited for where the cache can serve")
    func slowCloud() {
        var session = restarted()
        _ = session.initialize(nil)
        #expect(session.cloudIsSlow(at: now) == [], "nothing was asked")
        guard case .validate(_, let question) = session.activate().last else {
            Issue.record("nothing was asked")
            return
        }
        #expect(session.cloudIsSlow(at: now) == [.startSync, .finishActivation(nil)])
        #expect(session.isActive)
        #expect(session.answered(question, .invalid(detail: "d"), at: now) == [], "the sync asks again")

        for (time, owner) in [(now.advanced(by: grace), proof().owner), (now, nil)] {
            var waiting = restarted(cachedFor: owner)
            _ = waiting.initialize(nil)
            guard case .validate(_, let question) = waiting.activate().last else { continue }
            #expect(waiting.cloudIsSlow(at: time) == [])
            #expect(waiting.answered(question, .valid(proof()), at: now).last == .finishActivation(nil))
        }
    }

    @Test(
        "lifecycle: active sessions are so again after a restart, offline too; outdated, they wait for the cloud"
    )
    func resumedPastItsTime() throws {
        func resumed() -> SessionLifecycle {
            var session = SessionLifecycle(
                token: token, proof: proof(), lastOK: now, cache: proof().owner, wasActive: true, offlineGrace: grace)
            _ = session.initialize(nil)
            return session
        }
        let end = now.advanced(by: grace)
        let late = now.advanced(by: hour * 1_000)
        for (time, error) in [
            (end, SessionError.offlineGraceExpired(since: end)),
            (late, .invalidClientSessionToken(detail: "the token has expired")),
        ] {
            var session = resumed()
            #expect(
                try session.activate(.unreachable(detail: "d"), at: time) == [.startSync, .finishActivation(nil)])
            #expect(session.isActive)
            #expect(throws: error) { try session.requireUsable(at: time) }
            if time == end {
                _ = session.synced(at: time, as: proof())
                #expect(throws: Never.self) { try session.requireUsable(at: time) }
            }
        }
        var slow = resumed()
        _ = slow.activate()
        #expect(slow.cloudIsSlow(at: end) == [.startSync, .finishActivation(nil)])
        var refused = resumed()
        _ = try refused.activate(.invalid(detail: "d"), at: end)
        #expect(!refused.isActive)
    }

    @Test("session lifecycle: may be used until the token or the grace ends")
    func usable() throws {
        let session = try active()
        #expect(throws: Never.self) { try session.requireUsable(at: now.advanced(by: grace - .milliseconds(1))) }
        let end = now.advanced(by: grace)
        #expect(throws: SessionError.offlineGraceExpired(since: end)) { try session.requireUsable(at: end) }
        #expect(throws: SessionError.invalidClientSessionToken(detail: "the token has expired")) {
            try session.requireUsable(at: now.advanced(by: hour * 1_000))
        }
        var merely = fresh()
        _ = merely.initialize(token)
        #expect(throws: SessionError.activationRequired) { try merely.requireUsable(at: now) }
        #expect(throws: SessionError.initializationRequired) { try fresh().requireUsable(at: now) }
    }
}
