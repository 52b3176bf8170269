/// Slows down visitors who try tokens. A token has 128 bits, so nobody finds one; this keeps the load low.
///
/// Only answers to unknown tokens wait. A visitor with a good token never waits, even if others at the same address try
/// many.
struct UnknownRates: Sendable {
    /// What becomes of the answer to an unknown token.
    enum Verdict: Sendable, Hashable {
        /// Answer after this time, which may be zero.
        case answer(after: Duration)
        /// Answer at once that there were too many requests.
        case refuse
    }

    /// The time after which an unknown token no longer counts.
    static let period = Duration.seconds(60)
    /// How many unknown tokens in ``period`` are answered at once: of each address, and of all addresses together.
    static let (ofAddress, ofAll) = (10, 100)
    /// The longest wait. It is shorter than a request may take.
    static let longest = Duration.seconds(5)
    /// How many answers may wait at the same time.
    static let mostWaiting = 64
    /// How many addresses are remembered. Beyond this number, only the limit for all addresses applies.
    static let mostAddresses = 4_096

    /// The time at which the bucket of an address is full again. Times count from any fixed moment.
    private(set) var addresses: [WebAddress: Duration] = [:]
    private var all = Duration.zero
    private var waiting = 0

    /// Counts an unknown token. If the verdict is a wait, ``waited()`` must be called after it.
    mutating func count(_ address: WebAddress, at now: Duration) -> Verdict {
        if addresses[address] == nil, addresses.count >= Self.mostAddresses {
            addresses = addresses.filter { $0.value > now }
        }
        let remembered = addresses[address] ?? now
        let (ownWait, own) = Self.next(remembered, Self.ofAddress, now)
        let (allWait, whole) = Self.next(all, Self.ofAll, now)
        if addresses[address] != nil || addresses.count < Self.mostAddresses { addresses[address] = own }
        all = whole
        let wait = max(ownWait, allWait)
        guard wait > .zero else { return .answer(after: .zero) }
        guard waiting < Self.mostWaiting else { return .refuse }
        waiting += 1
        return .answer(after: wait)
    }

    /// Notes that an answer no longer waits.
    mutating func waited() { waiting -= 1 }

    /// The wait for one more with a bucket that is full at `full`, and when the bucket is full after it.
    private static func next(_ full: Duration, _ count: Int, _ now: Duration) -> (wait: Duration, full: Duration) {
        let later = max(full, now) + period / count
        let wait = min(max(.zero, later - now - period), longest)
        // The bucket does not go further into debt than the longest wait, so a flood ends soon after its last try.
        return (wait, min(later, now + period + longest))
    }
}
