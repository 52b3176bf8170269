import Logging
import ProviderHost
import SeamModel
import SessionCore
import Wire

/// What all attempts need from the daemon.
struct AttemptEnvironment: Sendable {
    let authority: any UnlockAuthority
    let register: AttemptRegister
    let store: StoreThread
    /// Passes the attempts' items to watchers.
    let hub: UnlockHub
    let radio: any UnlockRadio
    let providers: ProviderHost
    let remote: RemoteDoors
    let logger: Logger
    /// Where the ends of attempts are counted.
    var instruments = SessionInstruments.none
    let now: @Sendable () -> Timestamp
}

/// Makes an attempt's runs, one for each way that it may take.
struct AttemptMaker: Sendable {
    let attemptID: String
    let session: SessionKey
    let credentialID: String
    let grant: UnlockGrant
    let feed: AttemptFeed
    let environment: AttemptEnvironment

    /// A run in a way that the grant allows, with that timeout. `goesOn` is called before an end is written.
    func run(
        _ way: UnlockGrant.Way, timeout: Duration,
        goesOn: @escaping @Sendable (Conclusion) async -> Bool = { _ in false }
    ) -> any AttemptRun {
        let journal = AttemptJournal(
            attemptID: attemptID, credentialID: credentialID, session: session, feed: feed, environment: environment,
            goesOn: goesOn)
        switch way {
        case .nearby(let doors):
            let plan = NearbyPlan(
                attemptID: attemptID, session: session, credentialID: credentialID, candidates: doors.candidates,
                manifest: doors.manifest, timeout: timeout, label: "uid \(session.uid)")
            return NearbyRun(plan: plan, journal: journal)
        case .remote(let door):
            let plan = RemoteRun.Plan(
                attemptID: attemptID, session: session, identityID: grant.identityID, deviceID: door.deviceID,
                timeout: timeout)
            return RemoteRun(plan: plan, journal: journal)
        }
    }
}
