import SeamModel

/// Which doors the keys open.
extension CloudClient {
    /// With more keys than this many times the budget of a read, asking key by key would take too many reads. Then
    /// each door is asked which keys open it.
    private static let mostTurns = 4

    /// How long one read may ask key by key.
    private static let longestTurn = Duration.seconds(60)

    func readDoors(
        into draft: inout SnapshotDraft, known: CloudSnapshot?, token: ClientSessionToken
    ) async throws(CloudError) {
        if draft.credentials.count > Self.mostTurns * configuration.doorReads,
            try await readByDoor(into: &draft, known: known, token: token)
        {
            return
        }
        try await readByKey(into: &draft, known: known, token: token)
    }

    // MARK: - Door by door

    /// Asks each door which keys open it. Returns false, with nothing learnt, if there are more doors than one read
    /// may ask about, if it takes too long, or if the cloud does not answer such questions.
    private func readByDoor(
        into draft: inout SnapshotDraft, known: CloudSnapshot?, token: ClientSessionToken
    ) async throws(CloudError) -> Bool {
        let time = await AskingTime(waiting, limit: configuration.snapshotTimeout / 2)
        do throws(CloudError) {
            let doors = try await entrances(token: token)
            // A cloud that lists no doors does not list them for such a question: that says nothing of the keys.
            guard doors.isComplete, !doors.rows.isEmpty, doors.rows.count <= configuration.doorReads else {
                return false
            }
            var lists = DoorLists(keys: draft.credentials.map(\.id))
            for door in doors.rows {
                guard await !time.isOver, let ids = try await openers(of: door.id, token: token) else { return false }
                lists.add(door.id, openedBy: ids)
            }
            // A client that may not ask this may be told that there is nothing.
            guard !lists.isEmpty else { return false }
            draft.add(doors, opened: lists.lists(known: known?.entranceIDs ?? [:]))
            return true
        } catch {
            // Whatever is wrong with these questions, the cloud's answers key by key still count.
            guard !error.isOfEveryQuestion else { throw error }
            return false
        }
    }

    // MARK: - Key by key

    /// Asks for the doors of as many keys as one read may, and not for long: what a slow cloud does not answer in
    /// that time is left to the next read, which then asks for it first.
    private func readByKey(
        into draft: inout SnapshotDraft, known: CloudSnapshot?, token: ClientSessionToken
    ) async throws(CloudError) {
        let time = await AskingTime(waiting, limit: min(configuration.snapshotTimeout / 2, Self.longestTurn))
        var reads = DoorReads(draft.credentials, known: known, budget: configuration.doorReads)
        var (refused, refusal, answers) = ([String](), CloudError?.none, 0)
        while await !time.isOver, let id = reads.next() {
            do throws(CloudError) {
                draft.add(try await entrances(credentialID: id, token: token), of: id)
                answers += 1
            } catch {
                guard error.isRefusal else { throw error }
                refused.append(id)
                refusal = error
            }
        }
        draft.leave(outdated: reads.outdatedRest, older: reads.olderRest)
        guard let refusal else { return }
        // The client may not ask this at all. That says nothing of the keys, so none may go.
        if refusal.kind == .notPermitted, answers == 0, refused.count > 1 { throw refusal }
        try await readRefused(refused, into: &draft, token: token)
    }

    /// A key may have gone after it was listed. A key that is still listed and still refused opens nothing, and is
    /// not shown.
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

/// How long a series of questions has taken, without the time that they waited for their turn.
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
    /// Whether any other question would fail as well.
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
