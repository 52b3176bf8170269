package import Wire

/// Limits how often keys may be used, per person, and per person and credential.
package struct UnlockRateLimit: Sendable {
    private struct CredentialOfPerson: Hashable {
        let uid: UInt32
        let credentialID: String
    }

    private let perPerson: TokenBucket.Rate
    private let perCredential: TokenBucket.Rate
    private let exempt: Set<UInt32>
    private var people: [UInt32: TokenBucket] = [:]
    private var credentials: [CredentialOfPerson: TokenBucket] = [:]

    /// Creates a limit. By default, a person may make 2 uses a second with a burst of 5, and 6 uses a minute of one
    /// credential. Exempt uids are never refused.
    package init(
        perPerson: TokenBucket.Rate = .init(burst: 5, every: .milliseconds(500)),
        perCredential: TokenBucket.Rate = .init(burst: 6, every: .seconds(10)),
        exempt: Set<UInt32> = []
    ) {
        self.perPerson = perPerson
        self.perCredential = perCredential
        self.exempt = exempt
    }

    /// Counts one use and returns nil. If no use is allowed now, counts nothing and returns how long the caller must
    /// wait.
    package mutating func use(uid: UInt32, credentialID: String, at now: Duration) -> Duration? {
        guard !exempt.contains(uid) else { return nil }
        forgetFull(at: now)
        let key = CredentialOfPerson(uid: uid, credentialID: credentialID)
        var person = people[uid] ?? TokenBucket(perPerson, at: now)
        var credential = credentials[key] ?? TokenBucket(perCredential, at: now)
        let wait = max(person.wait(at: now), credential.wait(at: now))
        guard wait == .zero else { return wait }
        person.take(at: now)
        credential.take(at: now)
        people[uid] = person
        credentials[key] = credential
        return nil
    }

    /// The number of remembered buckets. Only buckets that are not full are remembered.
    package var rememberedCount: Int { people.count + credentials.count }

    // A full bucket need not be remembered. Memory is therefore bounded by the number of uses within the time that a
    // bucket takes to fill.
    private mutating func forgetFull(at now: Duration) {
        people = people.filter { !$0.value.isFull(at: now) }
        credentials = credentials.filter { !$0.value.isFull(at: now) }
    }
}
