import DaemonCore
import DaemonKit
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

extension UnlockService {
    /// Grants, counts, registers and journals an attempt, in this order, and starts it.
    func admit(_ call: UnlockCall, context: RPCContext, sink: ItemSink) async throws(WireError) -> UnlockResult {
        let attemptID = try RandomID.make("attempt_")
        var isCounted = false
        let end = call.due
        while true {
            // A session that ends while the grant is being decided must not open anything.
            let endings = register.endings
            let grant = try await environment.authority.grant(call.request(until: end), to: call.session)
            try context.checkCancelled()
            guard !register.isDraining else { throw .draining }
            // Another call with the same key may have come first. There is no await from here until the attempt is
            // registered.
            if let earlier = decideRunning(call) { return try await follow(earlier, call, context, sink) }
            guard register.endings == endings else { continue }
            if !isCounted { try count(call) }
            isCounted = true
            // The timeout begins at admission. If the key had to be read first, it begins later.
            let rest = max(end - SystemClock.monotonic(), Self.shortestAttempt)
            let entry = prepared(call, grant, attemptID, timeout: grant.isAwaited ? rest : call.timeout)
            guard try enter(entry, grant, since: endings) else { continue }
            return try await run(entry, grant, call, context, sink)
        }
    }

    /// The shortest time for an attempt, even if its key was read only at the end of the call's time. It equals the
    /// shortest timeout that a call may have.
    private static let shortestAttempt = Duration.seconds(1)

    private func count(_ call: UnlockCall) throws(WireError) {
        let wait = rates.use(
            uid: call.session.uid, credentialID: call.params.credentialID, at: SystemClock.monotonic())
        if let wait { throw .unlockRateLimited(wait) }
    }

    /// Registers the attempt. Returns false if attempts have been ended in the meantime, or if no more attempts may
    /// begin.
    private func enter(
        _ entry: AttemptRegister.Entry, _ grant: UnlockGrant, since endings: Int
    ) throws(WireError) -> Bool {
        do throws(UnlockQueue.Full) {
            let isEntered = try register.enter(
                entry, at: grant.places, usesRadio: grant.nearby != nil, since: endings)
            guard isEntered else { return false }
        } catch {
            throw .queueFull(error)
        }
        if case .remote(let door) = grant.way,
            let wait = remoteRates.use(door.deviceID, at: SystemClock.monotonic())
        {
            register.forget(entry.attemptID)
            // A drain may already be waiting for the attempt's reply.
            entry.feed.finish(.failure(.unlockRateLimited(wait)))
            throw .unlockRateLimited(wait)
        }
        return true
    }

    /// Journals the attempt, starts it, and follows it.
    private func run(
        _ entry: AttemptRegister.Entry, _ grant: UnlockGrant, _ call: UnlockCall, _ context: RPCContext,
        _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let admission = call.admission(entry.attemptID, grant: grant, trace: context.trace, at: environment.now())
        let answer: SessionStore.Admission
        do throws(WireError) {
            let settle = { @Sendable [environment] in Self.settle(admission.attemptID, of: call.session, environment) }
            answer = try await storeCall(for: call, begins: true) { late in
                // The caller was told that nothing happened, but the row exists after all.
                if case .success(.admitted) = late { settle() }
            } _: { [certain] store throws(StoreError) in
                try store.admit(admission, certain: certain())
            }
        } catch {
            register.forget(entry.attemptID)
            // Callers with the same key may already have joined.
            entry.feed.finish(.failure(error))
            throw error
        }
        switch answer {
        case .admitted(let number):
            hub.admitted(call.session, AttemptRecord(number: number, admission: admission).attempt)
        case .existing(let record):
            register.forget(entry.attemptID)
            entry.feed.finish(.failure(.superseded))
            let decision = IdempotencyDecision(fingerprint: call.fingerprint, precedent: precedent(record))
            return try await follow(decision, call, context, sink)
        }
        // The caller joins first, because an attempt without a caller would be cancelled at its gate.
        let caller = await join(entry, context)
        register.begin(entry.attemptID) { [environment] in await Self.carry(entry, environment) }
        return try await follow(entry, as: caller, sink)
    }

    /// Ends an attempt that was admitted too late. Nobody waits for it, and it has not done anything.
    private static func settle(_ attemptID: String, of session: SessionID, _ environment: AttemptEnvironment) {
        let now = environment.now()
        environment.store.order(for: .user(session.uid)) { store throws(StoreError) in
            let end = AttemptOutcome(
                Conclusion(state: .connectionFailed, effect: .none, reason: "store_unavailable"))
            let reply = UnlockReply.text(of: .failure(.journalUnavailable))
            try store.finish(attemptID, end, events: [], reply: reply, at: now)
        } done: { result in
            guard case .failure(let error) = result else { return }
            let metadata: Logger.Metadata = ["attempt": "\(attemptID)", "error": "\(error)"]
            environment.logger.error("the end of an abandoned attempt could not be stored", metadata: metadata)
        }
    }

    /// Runs an attempt to its end and informs the watchers.
    private static func carry(_ entry: AttemptRegister.Entry, _ environment: AttemptEnvironment) async {
        await entry.ways.run(entry.run)
        environment.register.forget(entry.attemptID)
        do {
            let record = try await environment.store.read(for: .user(entry.session.uid)) { store throws(StoreError) in
                try store.attempt(entry.attemptID)
            }
            if let record { environment.hub.ended(entry.session, record.attempt) }
        } catch {
            let metadata: Logger.Metadata = ["attempt": "\(entry.attemptID)", "error": "\(error)"]
            environment.logger.error("watchers were not informed about the end of an attempt", metadata: metadata)
        }
    }

    // MARK: - Ways

    /// Creates an attempt with all its ways, ready to be admitted.
    private func prepared(
        _ call: UnlockCall, _ grant: UnlockGrant, _ attemptID: String, timeout: Duration
    ) -> AttemptRegister.Entry {
        let feed = AttemptFeed(
            attemptID: attemptID, credentialID: call.params.credentialID, credentialName: grant.credentialName)
        let maker = AttemptMaker(
            attemptID: attemptID, session: call.session, credentialID: call.params.credentialID,
            groups: call.groups, grant: grant, feed: feed, environment: environment)
        let fallback = grant.fallback.map { way in
            AttemptWays.Fallback(
                make: { rest in maker.run(way, timeout: rest) },
                begin: { [weak self] in await self?.changeWay(of: attemptID, to: way) ?? false })
        }
        let ways = AttemptWays(
            bindingIDs: grant.bindingIDs, timeout: timeout, fallback: fallback, stoodStill: { feed.stoodStill })
        let first = maker.run(grant.way, timeout: timeout) { [weak ways] end in
            await ways?.goesOn(after: end) ?? false
        }
        let local =
            grant.authority == .localGrant
            ? LocalHold(
                bindingIDs: grant.bindingIDs, uid: call.session.uid, groups: call.groups, since: environment.now())
            : nil
        return AttemptRegister.Entry(
            attemptID: attemptID, session: call.session, credentialID: call.params.credentialID, idem: call.idem,
            fingerprint: call.fingerprint, ways: ways, run: first, feed: feed, local: local)
    }

    /// Whether an attempt whose first way had no effect may continue in another way. If so, the journal has already
    /// recorded the change.
    private func changeWay(of attemptID: String, to way: UnlockGrant.Way) async -> Bool {
        guard !register.isDraining, let entry = register[attemptID], entry.feed.callerCount > 0 else { return false }
        if case .remote(let door) = way, remoteRates.use(door.deviceID, at: SystemClock.monotonic()) != nil {
            return false
        }
        do {
            let proximity = way.proximity
            // The attempt handles no events while this waits.
            try await environment.store.run(for: .user(entry.session.uid), within: AttemptJournal.endLimit) {
                store throws(StoreError) in
                try store.changeWay(attemptID, to: proximity)
            }
            // The callers' calls became uncancellable for a way that had no effect. Now they can be cancelled again,
            // until the next way reaches its gate.
            await entry.feed.reopenGate()
            return true
        } catch {
            let metadata: Logger.Metadata = ["attempt": "\(attemptID)", "error": "\(error)"]
            environment.logger.error(
                "the journal could not record that an attempt continues in another way", metadata: metadata)
            return false
        }
    }
}
