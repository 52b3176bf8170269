import LinuxSupport
import Logging
import ProviderHost
import RPC
import SealedStore
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// All attempts: admission, queue, idempotency, and the callers who watch them.
actor UnlockService {
    private struct Running {
        let ways: AttemptWays
        let run: any AttemptRun
        let feed: AttemptFeed
        let session: SessionKey
        let credentialID: String
        let fingerprint: String
        let idem: String
        /// Present if a local grant is all that allows it.
        var local: LocalHold?
    }

    /// A question about an attempt of an earlier daemon.
    private struct Inquiry {
        let bindingID: String
        let turn = OneAnswer<Bool>()
    }

    private let authority: any UnlockAuthority
    private let radio: any UnlockRadio
    private let providers: ProviderHost
    private let remote: RemoteDoors
    private let store: StoreThread
    private let logger: Logger
    private let instruments: SessionInstruments
    private let now: @Sendable () -> Timestamp
    /// The time by which idempotency keys grow old: a clock that runs ahead must not free one.
    private let certain: @Sendable () -> Timestamp
    nonisolated let hub: UnlockHub
    private var queue: UnlockQueue
    private var rates: UnlockRateLimit
    private var remoteRates = RemoteRateLimit()
    private var running: [String: Running] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]
    /// Who asks a lock, or waits for the turn to, by the attempt it asks about.
    private var inquiries: [String: Inquiry] = [:]
    private var isDraining = false
    /// How long a daemon that ends waits for attempts whose callers were answered.
    private static let tidyLimit = Duration.seconds(2)
    /// Grows whenever a session's attempts are ended: what was granted before may hold no more.
    private var endings = 0

    init(
        authority: any UnlockAuthority, radio: any UnlockRadio, providers: ProviderHost, remote: RemoteDoors,
        store: StoreThread, hub: UnlockHub, exempt: Set<UInt32>, slots: Int, logger: Logger,
        now: @escaping @Sendable () -> Timestamp, certain: @escaping @Sendable () -> Timestamp,
        instruments: SessionInstruments = .none
    ) {
        self.instruments = instruments
        self.hub = hub
        self.authority = authority
        self.radio = radio
        self.providers = providers
        self.remote = remote
        self.store = store
        self.logger = logger
        self.now = now
        self.certain = certain
        queue = UnlockQueue(limits: UnlockQueue.Limits(exempt: exempt), slots: slots)
        rates = UnlockRateLimit(exempt: exempt)
    }

    /// Whether a lock is in use or waited for.
    func isBusy(_ bindingID: String) -> Bool {
        running.values.contains { $0.ways.bindingIDs.contains(bindingID) }
            || inquiries.values.contains { $0.bindingID == bindingID }
    }

    /// Refuses new attempts, cancels those before their gate and waits until all callers were answered, and a little longer for what
    /// attempts leave behind.
    func drain() async {
        isDraining = true
        for running in running.values { running.ways.cancel() }
        for attemptID in inquiries.keys { tasks[attemptID]?.cancel() }
        while let feed = running.values.first(where: { !$0.feed.hasEnded })?.feed {
            // Also where what asks for the drain was cancelled itself.
            _ = await Task { await feed.ended() }.value
        }
        // What is left is for the journal's sake, or waits for a broker that may not answer.
        let rest = Array(tasks.values)
        if await BoundedWait.forEnd(of: rest, within: Self.tidyLimit) { return }
        logger.notice("attempts are not waited for any more", metadata: ["count": "\(rest.count)"])
        for task in rest { task.cancel() }
    }

    /// Cancels the attempts of a session that are not past their gate.
    func endAttempts(of session: SessionKey) {
        endings += 1
        for running in running.values where running.session == session { running.ways.cancel() }
        hub.end(session)
    }

    /// Cancels a session's attempts with keys that the cloud has taken back, unless they are past their gate.
    func endAttempts(with keys: Set<String>, of session: SessionKey) {
        endings += 1
        for running in running.values where running.session == session && keys.contains(running.credentialID) {
            running.ways.cancel()
        }
    }

    /// Cancels the attempts with keys that no local grant gives any more, unless they are past their gate.
    func endAttempts(notIn grants: [LocalGrant]) {
        endings += 1
        for running in running.values {
            guard let local = running.local, !local.isHeld(by: grants) else { continue }
            running.ways.cancel()
        }
    }

    /// Answers `unlock.start`.
    func start(
        _ params: UnlockStart.Params, session: SessionKey, context: RPCContext, sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        guard let idem = context.idem else { throw .idemRequired }
        guard !isDraining else { throw .draining }
        let fingerprint = Self.fingerprint(of: params)
        let call = UnlockCall(
            params: params, session: session, groups: context.groups, idem: idem, fingerprint: fingerprint)
        switch try await decide(call) {
        case .new, .again: return try await admit(call, context: context, sink: sink)
        case .mismatch: throw .idemMismatch
        case .interrupted(let attemptID, let effect): throw .idemUnknown(attemptID, effect: effect)
        case .join(let attemptID): return try await join(attemptID, call, context, sink)
        case .replay(let attemptID): return try await replay(attemptID, call, sink)
        }
    }

    // MARK: - Idempotency

    private func decide(_ call: UnlockCall) async throws(WireError) -> IdempotencyDecision {
        if let running = decideRunning(call) { return running }
        let record = try await storeCall(for: call) { [certain] store throws(StoreError) in
            try store.attempt(session: call.session, method: UnlockJournal.method, idem: call.idem, now: certain())
        }
        return IdempotencyDecision(fingerprint: call.fingerprint, precedent: record.map(precedent))
    }

    private func decideRunning(_ call: UnlockCall) -> IdempotencyDecision? {
        // One that only tidies up after it had no effect has left its key.
        running.first {
            $0.value.session == call.session && $0.value.idem == call.idem && !$0.value.feed.hasEndedWithoutEffect
        }.map { own in
            let precedent = IdempotencyDecision.Precedent(
                attemptID: own.key, fingerprint: own.value.fingerprint, progress: .running)
            return IdempotencyDecision(fingerprint: call.fingerprint, precedent: precedent)
        }
    }

    private func precedent(_ record: AttemptRecord) -> IdempotencyDecision.Precedent {
        let id = record.admission.attemptID
        let progress: IdempotencyDecision.Progress
        if let own = running[id], !own.feed.hasEndedWithoutEffect {
            progress = .running
        } else if record.reply != nil {
            progress = .answered(effect: record.effectForItsKey)
        } else {
            progress = .interrupted(effect: record.effectForItsKey)
        }
        return .init(attemptID: id, fingerprint: record.admission.fingerprint ?? "", progress: progress)
    }

    private func join(
        _ attemptID: String, _ call: UnlockCall, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        guard let running = running[attemptID] else { return try await replay(attemptID, call, sink) }
        var result = try await follow(running, context: context, sink: sink)
        result.isReplayed = true
        return result
    }

    private func replay(_ attemptID: String, _ call: UnlockCall, _ sink: ItemSink) async throws(WireError)
        -> UnlockResult
    {
        let (record, events) = try await storeCall(for: call) { [certain] store throws(StoreError) in
            let record = try store.attempt(
                session: call.session, method: UnlockJournal.method, idem: call.idem, now: certain())
            return (record, try store.events(of: attemptID))
        }
        guard let reply = record?.reply.flatMap(UnlockJournal.replayed) else {
            throw .idemUnknown(attemptID, effect: record?.attempt.effect ?? .unknown)
        }
        for event in events {
            guard let item = UnlockItem(stored: event.item) else { continue }
            try sink.send(item.kind, item, seq: event.seq)
        }
        return try reply.get()
    }

    /// What a call's key stands for: its parameters, whoever spelled them.
    private static func fingerprint(of params: UnlockStart.Params) -> String {
        let members = params.json.objectValue?.members.sorted { $0.key < $1.key } ?? []
        return Hex.encode(WireSHA256.hash(JSON.object(JSONObject(members)).bytes))
    }

    // MARK: - Admission

    private func admit(
        _ call: UnlockCall, context: RPCContext, sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let grant = try await grant(call)
        try context.checkCancelled()
        guard !isDraining else { throw .draining }
        // Another call with the same key may have come here first: from here to `running` nothing is awaited.
        if let earlier = decideRunning(call) { return try await follow(earlier, call, context, sink) }
        let credentialID = call.params.credentialID
        if let wait = rates.use(uid: call.session.uid, credentialID: credentialID, at: SystemClock.monotonic()) {
            throw .unlockRateLimited(wait)
        }
        let attemptID = Self.newAttemptID()
        do {
            try queue.enter(
                .init(
                    attemptID: attemptID, session: call.session, locks: grant.places, usesRadio: grant.nearby != nil))
        } catch {
            throw .queueFull(error)
        }
        if case .remote(let door) = grant.way,
            let wait = remoteRates.use(door.deviceID, at: SystemClock.monotonic())
        {
            queue.leave(attemptID)
            throw .unlockRateLimited(wait)
        }
        let entry = prepared(call, grant, attemptID)
        let feed = entry.feed
        running[attemptID] = entry
        do {
            let admission = Self.admission(call, attemptID, grant: grant, trace: context.trace, at: now())
            let answer = try await storeCall(for: call, begins: true) { [certain] store throws(StoreError) in
                try store.admit(admission, certain: certain())
            }
            switch answer {
            case .admitted(let number):
                hub.admitted(call.session, AttemptRecord(number: number, admission: admission).attempt)
            case .existing(let record):
                forget(attemptID)
                feed.finish(.failure(.superseded))
                return try await follow(
                    IdempotencyDecision(fingerprint: call.fingerprint, precedent: precedent(record)), call, context,
                    sink)
            }
        } catch {
            forget(attemptID)
            // Callers with the same key may have joined already.
            feed.finish(.failure(error))
            throw error
        }
        if isDraining { entry.ways.cancel() }
        queue.ready(attemptID)
        tasks[attemptID] = Task { await self.carry(entry, attemptID) }
        return try await follow(entry, context: context, sink: sink)
    }

    /// What the session may open, said after the last ending of sessions: one that ends while it is asked opens nothing.
    private func grant(_ call: UnlockCall) async throws(WireError) -> UnlockGrant {
        var request = UnlockRequest(
            credentialID: call.params.credentialID, proximity: call.params.proximity,
            entranceID: call.params.entranceID)
        request.groups = call.groups
        while true {
            let before = endings
            let grant = try await authority.grant(request, to: call.session)
            if endings == before { return grant }
        }
    }

    /// Another call with the same key was admitted while this one was deciding.
    private func follow(
        _ decision: IdempotencyDecision, _ call: UnlockCall, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        switch decision {
        case .mismatch: throw .idemMismatch
        // It has ended, and the journal could not be told: nothing is admitted in its place.
        case .new, .again: throw .storeUnavailable
        case .interrupted(let attemptID, let effect): throw .idemUnknown(attemptID, effect: effect)
        case .join(let attemptID): return try await join(attemptID, call, context, sink)
        case .replay(let attemptID): return try await replay(attemptID, call, sink)
        }
    }

    private static func admission(
        _ call: UnlockCall, _ attemptID: String, grant: UnlockGrant, trace: String?, at now: Timestamp
    ) -> AttemptAdmission {
        let candidates = if case .nearby(let doors) = grant.way { doors.candidates } else { [UnlockCandidate]() }
        let door = candidates.count == 1 ? candidates.first : nil
        var admission = AttemptAdmission(
            attemptID: attemptID, session: call.session, method: UnlockJournal.method,
            credentialID: call.params.credentialID, authority: grant.authority, admittedAt: now)
        admission.identityID = grant.identityID
        admission.idem = call.idem
        admission.fingerprint = call.fingerprint
        admission.credentialName = grant.credentialName
        admission.entranceID = door?.entranceID ?? grant.remote?.deviceID
        admission.entranceName = door?.entranceName ?? grant.remote?.name
        admission.bindingID = door?.binding.id
        admission.lockAddress = door?.binding.device.address
        admission.trace = trace
        admission.provider = grant.nearby?.provider ?? grant.remote?.provider
        admission.proximity = grant.way.proximity
        return admission
    }

    // MARK: - Ways

    /// An attempt that is about to be admitted, with all its ways.
    private func prepared(_ call: UnlockCall, _ grant: UnlockGrant, _ attemptID: String) -> Running {
        let timeout = call.params.timeout ?? .seconds(10)
        let feed = AttemptFeed(attemptID: attemptID, credentialID: call.params.credentialID)
        let maker = AttemptMaker(
            attemptID: attemptID, session: call.session, credentialID: call.params.credentialID, grant: grant,
            feed: feed, remote: remote, environment: environment)
        let fallback = grant.fallback.map { way in
            AttemptWays.Fallback(
                make: { rest in maker.run(way, timeout: rest) },
                begin: { [weak self] in await self?.changeWay(of: attemptID, to: way) ?? false })
        }
        let ways = AttemptWays(bindingIDs: grant.bindingIDs, timeout: timeout, fallback: fallback)
        let first = maker.run(grant.way, timeout: timeout) { [weak ways] end in
            await ways?.goesOn(after: end) ?? false
        }
        let local =
            grant.authority == .localGrant
            ? LocalHold(bindingIDs: grant.bindingIDs, uid: call.session.uid, groups: call.groups, since: now()) : nil
        return Running(
            ways: ways, run: first, feed: feed, session: call.session, credentialID: call.params.credentialID,
            fingerprint: call.fingerprint, idem: call.idem, local: local)
    }

    private var environment: UnlockRun.Environment {
        UnlockRun.Environment(
            store: store, radio: radio, providers: providers, logger: logger, now: now,
            joinQueue: { [weak self] _ in await self?.startNext() },
            narrow: { [weak self] attempt, lock in await self?.narrow(attempt, to: lock) },
            leaveQueue: { [weak self] attempt in await self?.leave(attempt) },
            announce: { [hub] session, item in hub.announce(session, item) },
            awaitsAuthorization: { [authority] plan, url in
                await authority.awaitsAuthorization(plan.credentialID, of: plan.session, url: url)
            }, instruments: instruments)
    }

    /// Whether an attempt whose first way had no effect may go on in another, as the journal says from then on.
    private func changeWay(of attemptID: String, to way: UnlockGrant.Way) async -> Bool {
        guard !isDraining, let entry = running[attemptID], entry.feed.callerCount > 0 else { return false }
        if case .remote(let door) = way,
            remoteRates.use(door.deviceID, at: SystemClock.monotonic()) != nil
        {
            return false
        }
        do {
            let proximity = way.proximity
            try await store.run(for: .user(entry.session.uid)) { store throws(StoreError) in
                try store.changeWay(attemptID, to: proximity)
            }
            // What callers stood by had no effect: who wants to leave may, until the next way comes to its gate.
            await entry.feed.reopenGate()
            return true
        } catch {
            let metadata: Logger.Metadata = ["attempt": "\(attemptID)", "error": "\(error)"]
            logger.error("change of way is not in the journal", metadata: metadata)
            return false
        }
    }

    // MARK: - What was left behind

    /// How old an attempt may be whose lock is asked about it: later its rest says more of others than of the attempt.
    private static let inquiryAge: Duration = .seconds(120)

    /// Asks the locks about attempts that were interrupted by the end of an earlier daemon. Each takes its turn at its
    /// lock like an attempt.
    func inquireOfTheInterrupted() async {
        let limit = now().advanced(by: .zero - Self.inquiryAge)
        let records = try? await store.run(for: .daemon) { store throws(StoreError) in
            try store.interruptedWhileActing(since: limit)
        }
        for record in records ?? [] where !isDraining {
            guard let bindingID = record.admission.bindingID, let provider = record.admission.provider,
                let binding = try? await binding(bindingID),
                let key = try? await store.lockKey(of: bindingID, for: .daemon),
                let manifest = providers.directory[provider]
            else { continue }
            let id = record.admission.attemptID
            let inquiry = LockInquiry(
                binding: binding, key: key, provider: provider, manifest: UnlockManifest(manifest), attemptID: id,
                radio: radio, providers: providers)
            let entry = Inquiry(bindingID: bindingID)
            inquiries[id] = entry
            tasks[id] = Task { await self.inquire(inquiry, about: record, entry) }
        }
    }

    private func binding(_ id: String) async throws(StoreError) -> Binding? {
        try await store.run(for: .daemon) { store throws(StoreError) in
            try store.bindings().first { $0.binding.id == id }?.binding
        }
    }

    private func inquire(_ inquiry: LockInquiry, about record: AttemptRecord, _ entry: Inquiry) async {
        let id = record.admission.attemptID
        defer {
            inquiries[id] = nil
            tasks[id] = nil
            leave(id)
        }
        // Nobody waits for the lock while the radio is not there.
        guard await radio.isReady(within: Self.inquiryAge) else { return }
        let place = UnlockQueue.Entry(
            attemptID: id, session: record.admission.session,
            locks: Set([entry.bindingID] + (inquiry.binding.devicePlace.map { [$0] } ?? [])))
        // Behind a full queue there is no hurry to know.
        guard (try? queue.enter(place)) != nil else { return }
        queue.ready(id)
        startNext()
        guard await entry.turn.wait(cancelled: false), await isFirstInquiry(about: id),
            await inquiry.answer(within: UnlockAttempt.inquiryTime) == true
        else { return }
        let finding = LaterFinding(
            effect: .applied, confirmation: inquiry.manifest.highestConfirmation, at: now())
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.amend(id, with: finding) }
        } catch {
            logger.error("late finding is not in the journal", metadata: ["attempt": "\(id)", "error": "\(error)"])
            return
        }
        var amended = record
        amended.later = finding
        hub.ended(record.admission.session, amended.attempt)
    }

    private func isFirstInquiry(about attemptID: String) async -> Bool {
        let time = now()
        let answer = try? await store.run(for: .daemon) { store throws(StoreError) in
            try store.beginInquiry(attemptID, at: time)
        }
        return answer ?? false
    }

    // MARK: - Running

    /// Runs an attempt to its end and tells those who watch.
    private func carry(_ entry: Running, _ attemptID: String) async {
        await entry.ways.run(entry.run)
        forget(attemptID)
        tasks[attemptID] = nil
        let record = try? await store.run(for: .user(entry.session.uid)) { store throws(StoreError) in
            try store.attempt(attemptID)
        }
        if let record = record ?? nil { hub.ended(entry.session, record.attempt) }
    }

    private func forget(_ attemptID: String) {
        running[attemptID] = nil
        leave(attemptID)
    }

    private func narrow(_ attemptID: String, to lock: String) {
        // Where there is nothing to choose, what the other way uses is kept for it.
        guard running[attemptID].map({ $0.ways.bindingIDs.count > 1 }) ?? true else { return }
        queue.narrow(attemptID, to: lock)
        startNext()
    }

    private func leave(_ attemptID: String) {
        guard running[attemptID]?.ways.isHandingOver != true else { return }
        queue.leave(attemptID)
        startNext()
    }

    private func startNext() {
        for entry in queue.startable() {
            running[entry.attemptID]?.ways.laneGranted()
            inquiries[entry.attemptID]?.turn.give(true)
        }
    }

    /// Hands one caller everything that an attempt shows, and its reply.
    private nonisolated func follow(
        _ running: Running, context: RPCContext, sink: ItemSink
    ) async throws(WireError) -> UnlockResult {
        let (feed, ways) = (running.feed, running.ways)
        let caller = await feed.join(
            share: { context.share() }, reopenGate: { await context.reopenCommitGate() },
            passGate: { await context.passCommitGate() })
        context.onCancel { _ in
            if feed.leave(caller.number) == 0 { ways.cancel() }
        }
        for await element in caller.elements {
            switch element {
            case .item(let seq, let item): try sink.send(item.kind, item, seq: seq)
            case .reply(let reply): return try reply.get()
            }
        }
        // The caller has left before the gate. If it was the last, the attempt ends as cancelled.
        guard feed.callerCount == 0 else { throw .leftShared }
        return try await Task { await feed.ended() }.value.get()
    }

    private func storeCall<Answer: Sendable>(
        for call: UnlockCall, begins: Bool = false,
        _ body: @escaping @Sendable (SealedStore) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        do {
            let turn = StoreTurn.user(call.session.uid)
            return try await begins ? store.begin(for: turn, body) : store.run(for: turn, body)
        } catch {
            logger.error("store", metadata: ["error": "\(error)"])
            throw .storeUnavailable
        }
    }

    private static func newAttemptID() -> String {
        let bytes = (try? SystemRandom.bytes(15)) ?? (0..<15).map { _ in UInt8.random(in: .min ... .max) }
        return "attempt_" + Base64URL.encode(bytes)
    }
}

/// One call of `unlock.start`, decoded.
private struct UnlockCall: Sendable {
    let params: UnlockStart.Params
    let session: SessionKey
    let groups: Set<UInt32>
    let idem: String
    let fingerprint: String
}
