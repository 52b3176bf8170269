import SeamModel
import SessionCore

/// Makes the runs of an attempt, one for each way that it may take.
struct AttemptMaker: Sendable {
    let attemptID: String
    let session: SessionKey
    let credentialID: String
    let grant: UnlockGrant
    let feed: AttemptFeed
    let remote: RemoteDoors
    let environment: UnlockRun.Environment

    /// A run in that way, which the grant allows, with that much time. `goesOn` is asked before an end is written.
    func run(
        _ way: UnlockGrant.Way, timeout: Duration,
        goesOn: @escaping @Sendable (Conclusion) async -> Bool = { _ in false }
    ) -> any AttemptRun {
        var environment = environment
        environment.goesOn = goesOn
        switch way {
        case .nearby(let doors): return nearby(doors, timeout, environment)
        case .remote(let door): return through(door, timeout, environment)
        }
    }

    private func through(
        _ door: UnlockGrant.RemoteDoor, _ timeout: Duration, _ environment: UnlockRun.Environment
    ) -> RemoteRun {
        let journal = AttemptJournal(
            attemptID: attemptID, credentialID: credentialID, session: session, feed: feed, store: environment.store,
            logger: environment.logger, now: environment.now, announce: environment.announce,
            goesOn: environment.goesOn, instruments: environment.instruments)
        let plan = RemoteRun.Plan(
            attemptID: attemptID, session: session, identityID: grant.identityID, deviceID: door.deviceID,
            timeout: timeout)
        return RemoteRun(
            plan: plan,
            environment: .init(doors: remote, joinQueue: environment.joinQueue, leaveQueue: environment.leaveQueue),
            journal: journal)
    }

    private func nearby(
        _ doors: UnlockGrant.NearbyDoors, _ timeout: Duration, _ environment: UnlockRun.Environment
    ) -> UnlockRun {
        let plan = AttemptPlan(
            attemptID: attemptID, session: session, credentialID: credentialID, credentialName: grant.credentialName,
            candidates: doors.candidates, provider: doors.provider, proximity: .nearby, timeout: timeout,
            manifest: doors.manifest, label: "uid \(session.uid)")
        return UnlockRun(plan: plan, feed: feed, environment: environment)
    }
}
