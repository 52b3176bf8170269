import DaemonCore
import SeamModel
import SessionCore

/// Creates an attempt's runs, one for each way that the attempt may use.
struct AttemptMaker: Sendable {
    let attemptID: String
    let session: SessionID
    let credentialID: String
    /// The groups of the process that called `unlock.start`.
    let groups: Set<UInt32>
    let grant: UnlockGrant
    let feed: AttemptFeed
    let environment: AttemptEnvironment

    /// Creates a run in a way that the grant allows, with the given timeout. `goesOn` is called before an end is
    /// written.
    func run(
        _ way: UnlockGrant.Way, timeout: Duration,
        goesOn: @escaping @Sendable (Conclusion) async -> Bool = { _ in false }
    ) -> any AttemptRun {
        let journal = AttemptJournal(
            attemptID: attemptID, credentialID: credentialID, session: session, groups: groups, feed: feed,
            environment: environment, goesOn: goesOn)
        switch way {
        case .nearby(let doors): return NearbyRun(doors, timeout: timeout, journal: journal)
        case .remote(let door): return RemoteRun(door, of: grant.identityID, timeout: timeout, journal: journal)
        }
    }
}
