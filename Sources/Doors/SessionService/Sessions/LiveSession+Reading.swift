import CloudModel
import DaemonCore
import DaemonKit
import LinuxSupport
import RPC
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// Handles the keys that are known before all keys have been read, and the callers that wait for keys.
extension LiveSession {
    /// A caller that signs in to a named session waits for unread keys. This is the largest number of unread keys for
    /// which it waits.
    private static let fewKeys = 32

    /// How far the reading of the keys has got. The value is nil once all keys are read, and while the cloud is not
    /// being asked.
    var progress: KeyReadingProgress? {
        guard lifecycle.isActive, plan?.next != nil else { return nil }
        guard let snapshot else { return KeyReadingProgress(done: 0, count: nil) }
        guard !snapshot.outdatedDoors.isEmpty else { return nil }
        let count = Int64(snapshot.credentials.count)
        return KeyReadingProgress(done: max(0, count - Int64(snapshot.outdatedDoors.count)), count: count)
    }

    // MARK: - Parts of a read

    /// The keys that a read with `token` asks for first.
    func readingOrder(_ token: ClientSessionToken) -> ReadingOrder {
        let workspace = lifecycle.proof?.workspaceID
        let near = facts.bindings.filter { $0.workspaceID == workspace }.compactMap(\.entranceID)
        return ReadingOrder(
            nearDoors: Set(near), wanted: { await self.wantedKey }, learnt: { await self.take($0, token: token) })
    }

    /// A key for which a call waits and whose doors have not been read.
    private var wantedKey: String? {
        guard !wanted.isEmpty, let snapshot else { return nil }
        return snapshot.outdatedDoors.first { wanted[$0] != nil }
    }

    /// Handles a read's result so far. When the read ends, every decision that needs a whole read is made again, and
    /// failures of this function are reported.
    private func take(_ part: ReadingOrder.Part, token: ClientSessionToken) async {
        guard isCurrent(token), let proof = lifecycle.proof, ProvenSession(part.snapshot.session).owner == proof.owner,
            let keep = await Self.keep(part.snapshot, after: snapshot, without: invalidated, for: proof, stored: stored)
        else { return }
        guard isCurrent(token) else { return }
        // Revoked keys are deleted from the store before anyone sees the new keys. If the store has no list yet, only
        // the whole read is stored.
        if stored != nil {
            guard await store(keep, for: proof, token: token), isCurrent(token) else { return }
        }
        use(keep.order)
        derive()
        announceStatus()
        keyNews.finish(nil)
        let isSoonRead = !id.isEphemeral && part.snapshot.outdatedDoors.count <= Self.fewKeys
        if part.hasNearDoors, !isSoonRead { firstKeys.finish(nil) }
    }

    /// Adopts keys that were read. Ends attempts with keys that are gone.
    func use(_ new: KeyOrder) {
        // If a list has gaps, a missing key may still exist.
        let gone = new.snapshot.gaps.isEmpty ? new.keysGone(since: order) : []
        order = new
        if !gone.isEmpty { environment.attempts.endAttempts(with: gone, of: id) }
        watchClock()
    }

    // MARK: - Waiting

    /// Waits for the first read of the keys. The caller that activates the session then sees the keys, and sees which
    /// of them open doors at this machine. If the cloud is slow or fails, the wait is no longer than
    /// ``firstReadLimit``.
    func awaitFirstRead() async -> WireError? {
        guard lifecycle.isActive, snapshot == nil else { return nil }
        let read = firstKeys.join()
        defer { firstKeys.leave(read) }
        return await wait(for: read, at: environment.monotonic() + Self.firstReadLimit) { nil }
    }

    private static let firstReadLimit = Duration.seconds(10)

    /// Runs all checks of ``Preflight``. If the result depends on keys that have not been read from the cloud yet,
    /// these keys are read first. The call waits for them until the request's time limit. The call also waits briefly
    /// for a bluetoothd or a radio broker that may be restarting.
    func unlockPlan(_ request: UnlockRequest) async throws(WireError) -> UnlockPlan {
        used()
        var (isAwaited, reads) = (false, 0)
        var radioEnd: Duration?
        while true {
            derive()
            let refusal: SessionError
            do {
                let key = known(to: request.groups)[request.credentialID]
                var plan = try Preflight.plan(
                    request, session: lifecycle, credentials: key.map { [$0] } ?? [], at: environment.now())
                plan.isAwaited = isAwaited
                return plan
            } catch {
                refusal = error
            }
            isAwaited = true
            if isRadio(refusal) {
                if facts.radio.mayReturn, let until = request.until {
                    radioEnd = radioEnd ?? min(until, environment.monotonic() + Self.radioLimit)
                }
                guard let end = radioEnd, environment.monotonic() < end else { throw said(refusal) }
                try await awaitRadio(until: end)
                continue
            }
            guard let until = request.until, mayChange(refusal, of: request.credentialID) else {
                throw refusal.wireError
            }
            // A key about which the cloud says nothing is not read again and again.
            if !isReading { reads += 1 }
            guard reads <= Self.mostReads else { throw stillReading }
            try await awaitNews(of: request.credentialID, until: until)
        }
    }

    /// Whether the basis of an attempt's admission has ended.
    func isOver(_ credentialID: String, by way: Proximity, groups: Set<UInt32>) -> Bool {
        derive()
        let key = known(to: groups)[credentialID]
        return Preflight.isOver(
            credentialID, by: way, session: lifecycle, credentials: key.map { [$0] } ?? [], at: environment.now())
    }

    /// Whether a refusal may be different once the key, or its doors, have been read.
    private func mayChange(_ refusal: SessionError, of credentialID: String) -> Bool {
        guard progress != nil else { return false }
        guard let snapshot else { return refusal == .invalidCredentialID }
        guard snapshot.outdatedDoors.contains(credentialID) else { return false }
        return switch refusal {
        case .credentialErrors(let errors):
            errors.contains { if case .awaitingLocalCredential = $0 { true } else { false } }
        case .integrationNotFound, .entranceRequired, .invalidEntranceID: true
        case .internetConnectionRequired, .initializationRequired, .invalidClientSessionToken,
            .deactivationInProgress, .alreadyInitialized, .invalidCredentialID, .activationRequired,
            .invalidUnlockProximity, .offlineGraceExpired, .keysBeingRead:
            false
        }
    }

    /// Whether only the radio keeps the key from opening.
    private func isRadio(_ refusal: SessionError) -> Bool {
        guard case .credentialErrors(let errors) = refusal else { return false }
        return errors.allSatisfy(facts.radio.credentialErrors.contains)
    }

    /// The error that the caller gets for a refusal. If the radio is the cause and will recover by itself, the error
    /// says that trying again is worthwhile.
    private func said(_ refusal: SessionError) -> WireError {
        let text: String
        switch facts.radio {
        case .noBluetoothd: text = "bluetoothd is not running"
        case .bluetoothdSilent: text = "bluetoothd does not answer"
        case .unknown: text = "the radio broker does not answer"
        case .absent, .off, .blocked, .noPermission, .ready, .wedged: return refusal.wireError
        }
        return WireError(
            .unavailable, "radio.not_ready", text, retry: .init(safe: true),
            details: ["state": .string(facts.radio.rawValue)])
    }

    /// How long an unlock waits for a bluetoothd, or a radio broker, that has ended. A restart usually follows
    /// immediately.
    private static let radioLimit = Duration.seconds(3)

    private func awaitRadio(until moment: Duration) async throws(WireError) {
        let news = radioNews.join()
        defer { radioNews.leave(news) }
        if let failure = await wait(for: news, at: moment, late: { nil }) { throw failure }
    }

    /// Makes the cloud read a key ahead of all others, and waits for news of the keys.
    private func awaitNews(of credentialID: String, until moment: Duration) async throws(WireError) {
        if let hold { throw hold }
        lane.hurry()
        wanted[credentialID, default: 0] += 1
        let news = keyNews.join()
        defer {
            keyNews.leave(news)
            wanted[credentialID] = wanted[credentialID].flatMap { $0 > 1 ? $0 - 1 : nil }
            lane.calm()
        }
        if !isReading { requestSync() }
        let failure = await wait(for: news, at: moment) { [stillReading] in stillReading }
        if let failure { throw failure }
    }

    /// The number of full reads for which one unlock may ask.
    private static let mostReads = 2

    private var stillReading: WireError {
        SessionError.keysBeingRead(progress ?? KeyReadingProgress(done: 0, count: nil)).wireError
    }

    /// Waits for an answer, and returns `late` if no answer has come by `moment`.
    private func wait(
        for answer: OneAnswer<WireError?>, at moment: Duration, late: @escaping @Sendable () -> WireError?
    ) async -> WireError? {
        let limit = max(.zero, moment - environment.monotonic())
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            answer.give(late())
        }
        defer { timer.cancel() }
        let cancelled = WireError(.cancelled, "rpc.cancelled", "the call was cancelled", retry: .init(safe: true))
        return await answer.wait(cancelled: cancelled)
    }
}

extension RadioState {
    /// Whether a program that the radio needs is not running, or has not reported yet. The machine's service manager
    /// starts such a program again by itself.
    fileprivate var mayReturn: Bool {
        switch self {
        case .noBluetoothd, .unknown: true
        case .bluetoothdSilent, .absent, .off, .blocked, .noPermission, .ready, .wedged: false
        }
    }
}
