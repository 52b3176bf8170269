import DaemonCore
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// Answers `unlock.start`. The service decides whether a call's idempotency key belongs to an earlier call, admits new
/// attempts, and passes each attempt's items to its callers.
///
/// The ``AttemptRegister`` keeps the running attempts, and this actor handles the callers.
actor UnlockService {
    let environment: AttemptEnvironment
    /// The time by which idempotency keys expire. It is certain, because a fast clock must not free a key.
    let certain: @Sendable () -> Timestamp
    var rates: UnlockRateLimit
    var remoteRates = RemoteRateLimit()

    nonisolated var register: AttemptRegister { environment.register }
    nonisolated var hub: UnlockHub { environment.hub }

    /// Creates the service. The attempts of users in `exempt` are not limited.
    init(_ environment: AttemptEnvironment, exempt: Set<UInt32>, certain: @escaping @Sendable () -> Timestamp) {
        self.environment = environment
        self.certain = certain
        rates = UnlockRateLimit(exempt: exempt)
    }

    /// Answers `unlock.start`.
    func start(
        _ params: UnlockStart.Params, session: SessionID, context: RPCContext, sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let call = try UnlockCall(params, of: session, context)
        guard !register.isDraining else { throw .draining }
        let decision = try await decide(call)
        if decision.isNew { return try await admit(call, context: context, sink: sink) }
        return try await follow(decision, call, context, sink)
    }

    // MARK: - Idempotency

    private func decide(_ call: UnlockCall) async throws(WireError) -> IdempotencyDecision {
        if let running = decideRunning(call) { return running }
        let record = try await storeCall(for: call) { [certain] store throws(StoreError) in
            try store.attempt(session: call.session, method: UnlockStart.name, idem: call.idem, now: certain())
        }
        return IdempotencyDecision(fingerprint: call.fingerprint, precedent: record.map(precedent))
    }

    /// The decision about the call, if an attempt with the call's idempotency key is running. Otherwise, this is nil.
    func decideRunning(_ call: UnlockCall) -> IdempotencyDecision? {
        register.attempt(with: call.idem, of: call.session).map { own in
            let precedent = IdempotencyDecision.Precedent(
                attemptID: own.attemptID, fingerprint: own.fingerprint, progress: .running)
            return IdempotencyDecision(fingerprint: call.fingerprint, precedent: precedent)
        }
    }

    /// The earlier attempt that the journal's row describes, for a call with the same key.
    func precedent(_ record: AttemptRecord) -> IdempotencyDecision.Precedent {
        let id = record.admission.attemptID
        let progress: IdempotencyDecision.Progress
        if let own = register[id], !own.feed.hasEndedWithoutEffect {
            progress = .running
        } else if record.reply != nil {
            progress = .answered(effect: record.effectForItsKey)
        } else {
            progress = .interrupted(effect: record.effectForItsKey)
        }
        return .init(attemptID: id, fingerprint: record.admission.fingerprint ?? "", progress: progress)
    }

    /// Answers a call whose key another call has used, perhaps while this call was deciding.
    func follow(
        _ decision: IdempotencyDecision, _ call: UnlockCall, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        switch decision {
        case .mismatch: throw .idemMismatch
        // The attempt has ended, but the journal could not record the end. No attempt is admitted in its place.
        case .new, .again: throw .journalUnavailable
        case .interrupted(let attemptID, let effect): throw .idemUnknown(attemptID, effect: effect)
        case .join(let attemptID): return try await join(attemptID, call, context, sink)
        case .replay(let attemptID): return try await replay(attemptID, call, sink)
        }
    }

    private func join(
        _ attemptID: String, _ call: UnlockCall, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        guard let running = register[attemptID] else { return try await replay(attemptID, call, sink) }
        let caller = await join(running, context)
        guard !caller.isTooLate else {
            // The attempt is ending without effect. After that, its key is free for this call.
            _ = await running.feed.ended()
            try context.checkCancelled()
            return try await start(call.params, session: call.session, context: context, sink: sink)
        }
        var result = try await follow(running, as: caller, sink)
        result.isReplayed = true
        return result
    }

    private func replay(
        _ attemptID: String, _ call: UnlockCall, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let (record, events) = try await storeCall(for: call) { [certain] store throws(StoreError) in
            let record = try store.attempt(
                session: call.session, method: UnlockStart.name, idem: call.idem, now: certain())
            return (record, try store.events(of: attemptID))
        }
        guard let reply = record?.reply.flatMap(UnlockReply.replayed) else {
            throw .idemUnknown(attemptID, effect: record?.attempt.effect ?? .unknown)
        }
        for event in events {
            guard let item = UnlockItem(stored: event.item) else { continue }
            try sink.send(item.kind, item, seq: event.seq)
        }
        return try reply.get()
    }

    // MARK: - Callers

    /// Adds the call to an attempt's callers. When the last caller has left, the attempt is cancelled.
    nonisolated func join(_ running: AttemptRegister.Entry, _ context: RPCContext) async -> AttemptFeed.Caller {
        let (feed, ways) = (running.feed, running.ways)
        let caller = await feed.join(
            share: { context.share() }, reopenGate: { await context.reopenCommitGate() },
            passGate: { await context.passCommitGate() })
        guard !caller.isTooLate else { return caller }
        context.onCancel { _ in
            if feed.leave(caller.number) == 0 { ways.cancel() }
        }
        return caller
    }

    /// Passes an attempt's items and its reply to a caller.
    nonisolated func follow(
        _ running: AttemptRegister.Entry, as caller: AttemptFeed.Caller, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let feed = running.feed
        for await element in caller.elements {
            switch element {
            case .item(let seq, let item): try sink.send(item.kind, item, seq: seq)
            case .prompt(let prompt): try sink.send("prompt", prompt)
            case .reply(let reply): return try reply.get()
            }
        }
        // The caller left before the gate. If it was the last caller, the attempt ends as cancelled.
        guard feed.callerCount == 0 else { throw .leftShared }
        return try await Task { await feed.ended() }.value.get()
    }

    /// The result of `body`. If `begins` is true, `body` runs after all of the store's pending writes. Throws
    /// `store.unavailable` if the store fails or the caller's time is up. In that case, `late` gets the result if
    /// `body` had already begun.
    func storeCall<Answer: Sendable>(
        for call: UnlockCall, begins: Bool = false,
        late: @escaping @Sendable (Result<Answer, StoreError>) -> Void = { _ in },
        _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        do {
            let rest = max(.zero, call.due - SystemClock.monotonic())
            return try await environment.store.run(
                for: .user(call.session.uid), within: rest, beginning: begins, late: late, body)
        } catch {
            environment.logger.error("store", metadata: ["error": "\(error)"])
            throw .journalUnavailable
        }
    }
}
