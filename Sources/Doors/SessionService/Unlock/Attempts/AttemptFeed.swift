import LinuxSupport
import SeamModel
import Wire

/// The items for the callers of one attempt, from the first item to the reply. Late callers also get all items.
///
/// An attempt has a few dozen items at most, so the feed needs no limit.
final class AttemptFeed: Sendable {
    /// An element that a caller receives. The elements are in order.
    enum Element: Sendable {
        case item(seq: Int64, UnlockItem)
        /// A prompt that the person must act on. Prompts are not items.
        case prompt(UnlockPrompt)
        /// The reply, which is the last element.
        case reply(Result<UnlockResult, WireError>)
    }

    /// One reading caller.
    struct Caller: Sendable {
        let number: Int
        let elements: AsyncStream<Element>
        /// Whether the attempt's last caller had left before this one came. The attempt ends as cancelled. This caller
        /// did not ask for the cancellation, so it receives nothing.
        var isTooLate = false
    }

    private struct Consent {
        /// Makes the caller's call uncancellable. Returns false if the caller has already left or cancelled.
        let give: @Sendable () async -> Bool
        /// Makes the call cancellable again.
        let takeBack: @Sendable () async -> Void
    }

    private struct State {
        var items: [UnlockItem] = []
        /// The prompt that the person currently sees. Also the moment on the monotonic clock at which it expires.
        var prompt: (UnlockPrompt, until: Duration)?
        /// The time since which the person has been asked. Also how long the person was asked before that.
        var askedSince: Duration?
        var asked = Duration.zero
        var reply: Result<UnlockResult, WireError>?
        var readers: [Int: AsyncStream<Element>.Continuation] = [:]
        /// Readers that are not callers, and only wait for the reply.
        var onlookers: Set<Int> = []
        var consents: [Int: Consent] = [:]
        /// The functions that are called when another caller joins.
        var shares: [Int: @Sendable () -> Void] = [:]
        var nextCaller = 0
        var isPastGate = false
        /// Whether all callers left before the gate, so that the attempt is being cancelled.
        var isAbandoned = false

        var callerCount: Int { readers.count - onlookers.count }
    }

    let attemptID: String
    let credentialID: String
    let credentialName: String?
    /// When the attempt was admitted, on the monotonic clock.
    let begun = SystemClock.monotonic()
    private let state = Locked(State())

    init(attemptID: String, credentialID: String, credentialName: String? = nil) {
        self.attemptID = attemptID
        self.credentialID = credentialID
        self.credentialName = credentialName
    }

    /// The items so far, numbered from 1.
    var items: [UnlockItem] { state.withLock { $0.items } }

    /// Whether the reply has been given.
    var hasEnded: Bool { state.withLock { $0.reply != nil } }

    /// Whether the reply has been given and reports no effect.
    var hasEndedWithoutEffect: Bool {
        state.withLock { state in
            switch state.reply {
            case .success(let result): result.effect == .none
            case .failure(let error): error.effect == .none
            case nil: false
            }
        }
    }

    /// The number of callers that still wait for the reply.
    var callerCount: Int { state.withLock { $0.callerCount } }

    /// Adds an item for all callers.
    func publish(_ content: UnlockItem.Content) -> UnlockItem {
        let item = UnlockItem(
            attemptID: attemptID, credentialID: credentialID, credentialName: credentialName, content: content)
        let (seq, readers) = state.withLock { state in
            state.items.append(item)
            return (Int64(state.items.count), Array(state.readers.values))
        }
        for reader in readers { reader.yield(.item(seq: seq, item)) }
        return item
    }

    /// Sends a prompt to the callers, and to callers that join before ``promptOver()``. The prompt replaces an earlier
    /// prompt. Onlookers do not get it.
    func ask(_ text: String, page: String, for expires: Duration) {
        let prompt = UnlockPrompt(
            attemptID: attemptID, credentialID: credentialID, kind: .completeOTP, text: text, otpURL: page,
            expires: expires)
        let callers = state.withLock { state in
            let now = SystemClock.monotonic()
            state.prompt = (prompt, until: now + expires)
            state.askedSince = state.askedSince ?? now
            return state.readers.filter { !state.onlookers.contains($0.key) }.map(\.value)
        }
        for caller in callers { caller.yield(.prompt(prompt)) }
    }

    /// Ends the prompt, so that nobody is asked after this call.
    func promptOver() {
        state.withLock { state in
            state.prompt = nil
            guard let since = state.askedSince else { return }
            state.askedSince = nil
            state.asked += SystemClock.monotonic() - since
        }
    }

    /// How long the person has been asked so far. This time does not count towards the attempt's own time.
    var stoodStill: Duration {
        state.withLock { $0.asked + ($0.askedSince.map { SystemClock.monotonic() - $0 } ?? .zero) }
    }

    /// Ends the feed for all callers, present and future. Only the first reply is used.
    func finish(_ reply: Result<UnlockResult, WireError>) {
        let readers = state.withLock { state in
            guard state.reply == nil else { return [AsyncStream<Element>.Continuation]() }
            state.reply = reply
            defer {
                state.readers = [:]
                state.consents = [:]
                state.shares = [:]
                state.onlookers = []
            }
            return Array(state.readers.values)
        }
        for reader in readers {
            reader.yield(.reply(reply))
            reader.finish()
        }
    }

    /// Adds a caller. It gets everything from the first item on, except when it is ``Caller/isTooLate``. `passGate`
    /// makes the caller's call uncancellable, and returns whether this was still possible. If the attempt has already
    /// passed its gate, `passGate` is awaited immediately. `reopenGate` undoes `passGate`. `share` is called when
    /// another caller joins.
    func join(
        share: @escaping @Sendable () -> Void = {}, reopenGate: @escaping @Sendable () async -> Void = {},
        passGate: @escaping @Sendable () async -> Bool
    ) async -> Caller {
        let (caller, isPastGate) = enter(Consent(give: passGate, takeBack: reopenGate))
        guard !caller.isTooLate else { return caller }
        let shares = state.withLock { state in
            if state.reply == nil { state.shares[caller.number] = share }
            return state.callerCount > 1 ? Array(state.shares.values) : []
        }
        for share in shares { share() }
        guard isPastGate else { return caller }
        _ = await passGate()
        // The gate may have been reopened by now. In that case, this caller may cancel as well.
        if !state.withLock({ $0.isPastGate }) { await reopenGate() }
        return caller
    }

    /// Adds a reader. Without `consent`, the reader is an onlooker.
    private func enter(_ consent: Consent?) -> (Caller, isPastGate: Bool) {
        let (elements, continuation) = AsyncStream.makeStream(of: Element.self)
        let (number, isPastGate, isTooLate) = state.withLock { state in
            guard consent == nil || state.reply != nil || !state.isAbandoned else {
                continuation.finish()
                return (-1, false, true)
            }
            for (index, item) in state.items.enumerated() {
                continuation.yield(.item(seq: Int64(index + 1), item))
            }
            if consent != nil, state.reply == nil, let asked = state.prompt {
                var prompt = asked.0
                prompt.expires = max(.zero, asked.until - SystemClock.monotonic())
                continuation.yield(.prompt(prompt))
            }
            defer { state.nextCaller += 1 }
            if let reply = state.reply {
                continuation.yield(.reply(reply))
                continuation.finish()
            } else {
                state.readers[state.nextCaller] = continuation
                state.consents[state.nextCaller] = consent
                if consent == nil { state.onlookers.insert(state.nextCaller) }
            }
            return (state.nextCaller, state.isPastGate && state.reply == nil, false)
        }
        return (Caller(number: number, elements: elements, isTooLate: isTooLate), isPastGate)
    }

    /// Removes a caller that has left. Returns the number of remaining callers.
    func leave(_ caller: Int) -> Int {
        state.withLock { state in
            state.readers.removeValue(forKey: caller)?.finish()
            state.consents[caller] = nil
            state.shares[caller] = nil
            if state.callerCount == 0, !state.isPastGate { state.isAbandoned = true }
            return state.callerCount
        }
    }

    /// Makes every caller's call uncancellable. Returns whether this worked for at least one caller. If so, new
    /// callers' calls become uncancellable when they join. If it worked for none, no caller can join afterwards.
    func passGate() async -> Bool {
        var asked: Set<Int> = []
        while true {
            // Other callers may have joined while the earlier ones were asked.
            let consents = state.withLock { state in
                let unasked = state.consents.filter { !asked.contains($0.key) }
                state.isPastGate = !state.isAbandoned && !unasked.isEmpty
                if unasked.isEmpty { state.isAbandoned = true }
                return state.isAbandoned ? [:] : unasked
            }
            guard !consents.isEmpty else { return false }
            asked.formUnion(consents.keys)
            var stands = false
            for consent in consents.values where await consent.give() { stands = true }
            if stands { return true }
        }
    }

    /// Makes every caller's call cancellable again, because the way that passed the gate had no effect. Callers that
    /// wanted to leave in the meantime leave now.
    func reopenGate() async {
        let consents = state.withLock { state in
            state.isPastGate = false
            return Array(state.consents.values)
        }
        for consent in consents { await consent.takeBack() }
    }

    /// Waits for the reply without being a caller.
    func ended() async -> Result<UnlockResult, WireError> {
        let (onlooker, _) = enter(nil)
        for await element in onlooker.elements {
            if case .reply(let reply) = element { return reply }
        }
        return .failure(.unlockCancelled)
    }
}
