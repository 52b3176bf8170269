import CloudModel
import SeamModel

/// Reads which doors the keys open.
extension CloudClient {
    /// How long one read may go on asking about each key separately.
    private static let longestTurn = Duration.seconds(60)
    /// If there are at least this many keys, one request is worthwhile. It shows whether there are fewer doors than
    /// keys.
    private static let manyKeys = 8
    /// Some doors have a lock at this machine, and are asked about before all others. This is the largest number of
    /// such doors. A machine with more such doors serves a building, whose doors are asked about in any case.
    private static let mostNearDoors = 32
    /// If this number of requests about keys fail, one directly after another, the read fails.
    private static let mostFailures = 3

    /// First reads the doors that have a lock at this machine, if there are fewer of them than keys. Then goes on door
    /// by door if there are fewer doors than keys, or otherwise key by key.
    func readDoors(
        into draft: inout SnapshotDraft, known: CloudSnapshot?, order: ReadingOrder, token: ClientSessionToken
    ) async throws(CloudError) {
        var round = DoorRound(draft, known: known, order: order, budget: configuration.doorReads)
        round.hasNearDoors = order.nearDoors.isEmpty
        await round.tell()
        if try await readNearDoors(&round, token: token) { await round.tell() }
        let isByDoor = try await readByDoor(&round, token: token)
        try await readByKey(&round, isByDoor: isByDoor, token: token)
        draft = round.draft
    }

    // MARK: - The doors that have a lock here

    /// For each door that has a lock at this machine, asks which keys open it. Returns false if nothing was learned.
    /// There are no such doors, asking about the keys is cheaper, or the cloud does not answer such requests.
    private func readNearDoors(_ round: inout DoorRound, token: ClientSessionToken) async throws(CloudError) -> Bool {
        let near = round.order.nearDoors
        // One request lists the doors. Asking key by key takes as many requests as there are keys.
        guard !near.isEmpty, near.count <= Self.mostNearDoors, near.count + 1 < round.draft.credentials.count else {
            return false
        }
        var (lists, doors) = (round.lists, [CloudEntrance]())
        do throws(CloudError) {
            doors = try await entrances(ids: near.sorted(), token: token).rows.filter { near.contains($0.id) }
            for door in doors {
                try await readWanted(&round, token: token)
                guard let ids = try await openers(of: door.id, token: token) else { return false }
                lists.add(door.id, openedBy: ids)
            }
        } catch {
            // Even if these requests fail, the cloud's answers about single keys are still usable.
            guard !error.isOfEveryQuestion || error.kind == .connectionLost else { throw error }
            return false
        }
        // The cloud may give an empty answer to a client that may not ask this.
        guard !lists.isEmpty else { return false }
        round.takeNear(doors, lists)
        return true
    }

    // MARK: - Door by door

    /// For each remaining door, asks which keys open it. Returns false if nothing was learned. There are at least as
    /// many doors as keys, there are more doors than one read may ask about, asking takes too long, or the cloud does
    /// not answer such requests.
    private func readByDoor(_ round: inout DoorRound, token: ClientSessionToken) async throws(CloudError) -> Bool {
        guard round.draft.credentials.count >= Self.manyKeys else { return false }
        let time = await AskingTime(waiting, limit: configuration.snapshotTimeout / 2)
        do throws(CloudError) {
            let doors = try await entrances(token: token)
            let limit = min(configuration.doorReads, round.draft.credentials.count - 1)
            // A cloud that lists no doors does not answer such requests. This says nothing about the keys.
            guard doors.isComplete, !doors.rows.isEmpty, doors.rows.count <= limit else { return false }
            var lists = round.lists
            for door in doors.rows where !lists.has(door.id) {
                try await readWanted(&round, token: token)
                guard await !time.isOver, let ids = try await openers(of: door.id, token: token) else { return false }
                lists.add(door.id, openedBy: ids)
            }
            // The cloud may give an empty answer to a client that may not ask this.
            guard !lists.isEmpty else { return false }
            round.takeAll(doors, lists)
            return true
        } catch {
            guard !error.isOfEveryQuestion else { throw error }
            return false
        }
    }

    /// Asks about the key that a person is waiting for. If the cloud does not answer, the answers about the doors are
    /// used.
    private func readWanted(_ round: inout DoorRound, token: ClientSessionToken) async throws(CloudError) {
        guard let id = await round.order.wanted(), round.reads.hurry(id) else { return }
        do throws(CloudError) {
            round.draft.add(try await entrances(credentialID: id, token: token), of: id)
        } catch {
            guard !error.isOfEveryQuestion else { throw error }
            return round.reads.leave(id)
        }
        await round.tell(of: id)
    }

    // MARK: - Key by key

    /// Asks for the doors of as many keys as one read may ask about, for a limited time. If a slow cloud does not
    /// answer about some keys in that time, the next read asks about these keys first. If the doors have been asked
    /// about, only keys that no door has named are left. A refusal then changes nothing.
    private func readByKey(
        _ round: inout DoorRound, isByDoor: Bool, token: ClientSessionToken
    ) async throws(CloudError) {
        let time = await AskingTime(waiting, limit: min(configuration.snapshotTimeout / 2, Self.longestTurn))
        var (refused, refusal, failure) = ([String](), CloudError?.none, CloudError?.none)
        var (answers, failures) = (0, 0)
        while await !time.isOver {
            let wanted = await round.order.wanted()
            guard let id = round.next(wanted) else { break }
            do throws(CloudError) {
                round.draft.add(try await entrances(credentialID: id, token: token), of: id)
                (answers, failures) = (answers + 1, 0)
            } catch {
                round.reads.leave(id)
                if error.isRefusal {
                    refused.append(id)
                    refusal = error
                } else {
                    (failure, failures) = (error, failures + 1)
                    // The answers about the other keys stay valid.
                    await round.tell()
                    if error.isOfEveryQuestion || failures >= Self.mostFailures { throw error }
                }
            }
            await round.tell(of: id, isWanted: id == wanted)
        }
        if let failure, answers == 0 { throw failure }
        if let refusal, !isByDoor {
            // The client may not ask this at all. The refusal says nothing about the keys, so no key may be removed.
            if refusal.kind == .notPermitted, answers == 0, refused.count > 1 { throw refusal }
            try await readRefused(refused, into: &round.draft, token: token)
        }
        round.reads.take(refused)
        round.draft.leave(outdated: round.reads.outdatedRest, older: round.reads.olderRest)
    }

    /// Asks again about the keys that the cloud refused, because a key may have been removed after it was listed. A key
    /// that is still listed and still refused opens nothing and is not shown.
    private func readRefused(
        _ refused: [String], into draft: inout SnapshotDraft, token: ClientSessionToken
    ) async throws(CloudError) {
        let listed = Set(
            try await ownCredentials(of: draft.session, known: draft.snapshot, token: token).rows.map(\.id))
        for id in refused {
            guard listed.contains(id) else {
                draft.leaveOut(id)
                continue
            }
            do throws(CloudError) {
                draft.add(try await entrances(credentialID: id, token: token), of: id)
            } catch {
                guard error.isRefusal else { throw error }
                draft.leaveOut(id)
            }
        }
    }
}

/// How long a series of requests has taken. The time for which the requests waited for their turn is not included.
private struct AskingTime {
    private let waiting: WaitingTime
    private let limit: Duration
    private let start = ContinuousClock.now
    private let before: Duration

    init(_ waiting: WaitingTime, limit: Duration) async {
        (self.waiting, self.limit) = (waiting, limit)
        before = await waiting.total
    }

    var isOver: Bool {
        get async {
            let waited = await waiting.total - before
            return ContinuousClock.now - start - waited >= limit
        }
    }
}

extension CloudError {
    /// Whether every other request would fail as well.
    fileprivate var isOfEveryQuestion: Bool {
        switch kind {
        case .offline, .tls, .connectTimedOut, .connectionLost, .invalidToken, .rateLimited, .tooManyWaiting,
            .cancelled:
            true
        case .timedOut, .unexpectedContent, .replyTooLarge, .invalidReply, .notPermitted, .notFound, .rejected,
            .server:
            false
        }
    }
}
