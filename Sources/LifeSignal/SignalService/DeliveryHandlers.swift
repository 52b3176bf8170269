import DaemonCore
import DaemonKit
import DaemonStore
import Logging
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `delivery.*` and `reach.*`. `SignalHandlers` finds the session.
struct DeliveryHandlers: Sendable {
    let sessions: SignalSessions
    let desk: DeliveryDesk
    let store: StoreThread<SignalStore>
    let clock: SignalClock
    let failpoints: Failpoints
    let logger: Logger
    /// Finds the session that a call names, and marks it as used.
    let session: FindSession

    func register(in handlers: inout RPCHandlers) {
        registerDeliveries(in: &handlers)
        registerReach(in: &handlers)
    }

    // MARK: - delivery.*

    private func registerDeliveries(in handlers: inout RPCHandlers) {
        handlers.answer(DeliveryClaim.self) { (context, params, sink) async throws(WireError) in
            await desk.serve(params, context, sink)
            return Nothing()
        }
        handlers.answer(DeliveryReport.self) { (_, params) async throws(WireError) in
            try await report(params)
        }
        handlers.answer(DeliveryList.self) { (_, params) async throws(WireError) in
            let before = try SignalHandlers.number(of: params.pageToken) ?? .max
            let limit = params.limit ?? 200
            let found = try await store.found(logger, for: .daemon) { store throws(StoreError) in
                try store.deliveries(before: before, limit: limit + 1)
            }
            let page = found.prefix(limit).map(ListedDelivery.init)
            return Page(page, nextPageToken: found.count > limit ? "\(found[limit - 1].number)" : nil)
        }
    }

    private func report(_ params: DeliveryReport.Params) async throws(WireError) -> DeliveryReport.Result {
        let (now, claim) = (clock.now(), DeliveryDesk.Claim(number: params.id, fence: params.fence))
        let outcome: DeliveryOutcome
        switch params.outcome {
        case .accepted: outcome = .accepted
        case .temporary: outcome = .temporary
        case .permanent: outcome = .permanent
        case .working where await desk.isUnstored(claim):
            await desk.isWorking(at: claim)
            return DeliveryReport.Result(isTaken: true)
        case .working:
            let (gathered, isLong) = (await desk.gathered(claim), await desk.isLong(claim))
            let found = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                var found: [SignalNews] = []
                for claim in gathered {
                    let news = try store.takeSign(claim.number, fence: claim.fence, isLong: isLong, at: now)
                    if let news { found.append(news) }
                }
                return found
            }
            if !found.isEmpty { await desk.isWorking(at: claim) }
            for news in found where !news.notifications.isEmpty { await sessions.tell(news) }
            return DeliveryReport.Result(isTaken: !found.isEmpty)
        }
        let gathered = await desk.gathered(claim)
        // The recipient's answer is applied first. If the report is lost after that, the sender makes it again, with
        // the answer. One word cannot answer a list of alarms.
        if params.isAcked, gathered.count == 1, await !desk.isUnstored(claim) {
            let change = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                try store.acknowledge(delivery: params.id, at: now)
            }
            if let change { await sessions.tell(change) }
        }
        if await desk.report(unstored: claim, outcome, asked: params.retryAfter) {
            return DeliveryReport.Result(isTaken: true)
        }
        let found = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
            var found: [SignalNews?] = []
            for claim in gathered {
                found.append(
                    try store.report(
                        StoredReport(
                            number: claim.number, fence: claim.fence, outcome: outcome, asked: params.retryAfter,
                            remoteID: params.remoteID, isUncertain: params.isUncertain), at: now))
            }
            return found
        }
        failpoints.reach(.reportStored)
        await desk.reported(claim)
        for case let news? in found { await sessions.tell(news) }
        return DeliveryReport.Result(isTaken: found.contains { $0 != nil })
    }

    // MARK: - reach.*

    private func registerReach(in handlers: inout RPCHandlers) {
        handlers.answer(ReachList.self) { (context, params) async throws(WireError) in
            let keys = await desk.keys
            let channels = await desk.channels.map { name, kind in
                ReachChannel(name: name, kind: kind.rawValue, key: keys[name])
            }
            let found = try await reach(context, params.session) { store, person throws(StoreError) in
                try store.reach(of: person)
            }
            return ReachList.Result(
                addresses: found.map(SignalReach.init), channels: channels.sorted { $0.name < $1.name })
        }
        handlers.answer(ReachAdd.self) { (context, params) async throws(WireError) in
            try await add(context, params)
        }
        handlers.answer(ReachVerify.self) { (context, params) async throws(WireError) in
            let now = clock.now()
            let outcome = try await reach(context, params.session) { store, person throws(StoreError) in
                try store.verifyReach(params.code, of: person, at: now)
            }
            switch outcome {
            case .over: throw .codeExpired
            case .wrong(let left): throw .codeWrong(left: left)
            case .verified(let reach): return SignalReach(reach)
            }
        }
        handlers.answer(ReachRemove.self) { (context, params) async throws(WireError) in
            let id = params.id.bytes
            let isRemoved = try await reach(context, params.session) { store, person throws(StoreError) in
                try store.removeReach(id, of: person)
            }
            guard isRemoved else { throw .unknownReach }
            return Nothing()
        }
    }

    private func add(_ context: RPCContext, _ params: ReachAdd.Params) async throws(WireError) -> SignalReach {
        let (now, channels) = (clock.now(), await desk.channels)
        guard channels.isEmpty || channels[params.channel] != nil else { throw .unknownChannel }
        let to: ReachAddress
        do throws(FieldFault) {
            to = try ReachAddress(
                typed: params.address.normalForm, channel: params.channel, kind: channels[params.channel])
        } catch {
            throw .invalidAddress(error)
        }
        let (id, code) = (try RandomID.bytes(16), try SignInRules.code())
        let session = try await self.session(context, params.session, .call)
        // The address of a browser is good for the phone on which it was made.
        let device = PushAddress(to.address) == nil ? nil : await sessions.devices[session]?.id
        let outcome = try await reach(of: session) { store, person throws(StoreError) in
            try store.addReach(to, of: person, id: id, code: code, device: device, at: now)
        }
        switch outcome {
        case .full: throw .reachLimit
        case .limited(let wait): throw .limited(wait)
        case .deviceGone: throw .notSignedIn
        case .added(let reach):
            desk.ring()
            return SignalReach(reach)
        }
    }

    /// Asks the store about the signed-in person's addresses.
    private func reach<Answer: Sendable>(
        _ context: RPCContext, _ name: String?,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        try await reach(of: try await session(context, name, .call), body)
    }

    private func reach<Answer: Sendable>(
        of session: SessionID,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID) throws(StoreError) -> Answer
    ) async throws(WireError) -> Answer {
        let person = try await sessions.record(of: session).id
        return try await store.answer(logger, for: .user(session.uid)) { store throws(StoreError) in
            try body(store, person)
        }
    }
}

extension SignalReach {
    init(_ stored: StoredReach) {
        self.init(
            id: SignalID(of: stored.id), channel: stored.to.channel, address: stored.to.address,
            isVerified: stored.isVerified, isBroken: stored.isBroken)
        expiresAt = stored.expiresAt
    }
}

extension ListedDelivery {
    init(_ stored: StoredDelivery) {
        self.init(
            number: stored.number, channel: stored.channel, addressHint: stored.hint ?? "unreadable",
            kind: stored.kind.rawValue, state: stored.state.rawValue, attempts: stored.attempts,
            queuedAt: stored.queuedAt, isUncertain: stored.isUncertain)
        nextAt = stored.nextAt
        report = stored.report?.rawValue
        reportedAt = stored.reportedAt
        remoteID = stored.remoteID
    }
}
