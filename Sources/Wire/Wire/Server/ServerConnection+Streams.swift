extension ServerConnection {
    /// Sends an item for the handler of stream call `id`. This never waits. If the credit or the socket does not allow
    /// an item yet, the item is queued. The stream's policy limits the queue.
    package mutating func send(_ item: OutgoingItem, on id: Int64, at now: Duration) -> SendVerdict {
        guard let index = calls.index(of: id), calls[at: index].isStreaming else { return .ended }
        guard item.fits(settings.limits.item) else { return .tooLarge }
        if output.takesItems, calls[at: index].roomCount() > 0 {
            calls[at: index].spend(seq: item.seq)
            append(item, events: item.count, of: id)
            return .accepted
        }
        guard let stream = calls[at: index].stream else { return .ended }
        let bytes = min(settings.queueBytes, stream.queue.byteCount + min(byteAllowance, settings.queueBytes))
        let wasEmpty = stream.queue.isEmpty
        let items = settings.queueItems
        let fits = calls[id]?.stream?.queue.push(item, policy: stream.policy, items: items, bytes: bytes)
        guard fits == true else {
            conclude(id, slowConsumer(stream), .slowConsumer)
            settle(at: now)
            return .ended
        }
        if wasEmpty { backlog.append(id) }
        return .accepted
    }

    /// Sends an item if it can be sent immediately. This is nearly always possible. `write` writes the item's data
    /// directly into the output. Otherwise returns false without doing anything. ``send(_:on:at:)`` gives the reason.
    /// The written bytes may be discarded again. `write` must not use the connection.
    package mutating func sendAtOnce(
        _ kind: String, seq: Int64?, count: Int, on id: Int64, _ write: (inout JSONWriter) -> Void
    ) -> Bool {
        guard output.takesItems, mode == .framed, let index = calls.index(of: id), calls[at: index].roomCount() > 0,
            output.append(
                kind, seq: seq, events: count, of: id, limit: settings.limits.item, high: settings.outputHigh, write)
        else { return false }
        calls[at: index].spend(seq: seq)
        return true
    }

    /// Sends events of a topic as items of stream call `id` for as long as they can be sent immediately. Stops before
    /// the first event that does not fit into an item. Returns the number of sent events.
    package mutating func send(_ events: ArraySlice<TopicLog.Event>, on id: Int64) -> Int {
        guard let index = calls.index(of: id) else { return 0 }
        let high = settings.outputHigh
        var count = 0
        for event in events {
            guard output.takesItems, takes(event), calls[at: index].roomCount() > 0 else { break }
            calls[at: index].spend(seq: event.seq)
            if mode == .framed {
                let told = event.told
                output.append(told: told.span, of: id, high: high)
            } else {
                append(OutgoingItem(event.kind, event.data, seq: event.seq), events: 1, of: id)
            }
            count += 1
        }
        return count
    }

    /// Whether the driver may write items directly, so that they bypass the connection's output. It may do so if no
    /// output is waiting and the stream may send items. This is mutating, so that an owner that keeps the connection in
    /// a class need not copy it.
    package mutating func canHandOver() -> Bool { mode == .framed && output.waiting == 0 && output.takesItems }

    /// Hands over the first events of a run. The driver writes them as items of stream call `id`. It takes them
    /// directly from the run's bytes. Returns how many events the driver must write now, before it writes anything
    /// else. These events count as taken with ``takeOutput(_:)``. Returns 0 and does nothing in two cases:
    /// ``canHandOver()`` is false, or the events must be sent in the usual way.
    package mutating func handOver(_ run: TopicRun, on id: Int64) -> Int {
        guard canHandOver(), run.id == id, run.largestPayload <= settings.limits.item, let index = calls.index(of: id)
        else { return 0 }
        var count = min(run.count, calls[at: index].roomCount())
        // The number is the same as if the events were sent one by one, and each of them only while fewer than
        // `outputHigh` bytes are pending.
        while count > 1, output.pending + run.byteCount(of: count - 1) >= settings.outputHigh { count -= 1 }
        guard count > 0 else { return 0 }
        calls[at: index].spend(seq: run.place + Int64(count), count: count)
        output.noteHandedOver(run.byteCount(of: count), high: settings.outputHigh)
        return count
    }

    private mutating func append(_ item: OutgoingItem, events: Int, of id: Int64) {
        output.append(
            item.kind, item.data, seq: item.seq, events: events, of: id, mode: mode, high: settings.outputHigh)
    }

    /// Whether an event fits into an item. This is mutating, so that an owner that keeps the connection in a class need
    /// not copy it.
    package mutating func takes(_ event: TopicLog.Event) -> Bool { event.largestPayload <= settings.limits.item }

    /// Records that the handler of stream call `id` waits, so that it sends at the pace of its client.
    /// ``ServerAction/room(id:)`` comes when the next item can be sent immediately, or when the stream has ended.
    package mutating func awaitRoom(_ id: Int64, at now: Duration) {
        guard let call = calls[id], call.stream != nil else { return actions.append(.room(id: id)) }
        calls[id]?.stream?.awaitsRoom = true
        switch call.phase {
        case .running, .committed: offerRoom(to: id)
        case .stopping, .finishing, .answered, .detached: wakeIfWaiting(id)
        }
    }

    /// The number of items of stream call `id` that its credit allows and that can be sent immediately. It is never
    /// more than ``mostAtOnce``. This is mutating, so that an owner that keeps the connection in a class need not copy
    /// it.
    package mutating func roomCount(_ id: Int64) -> Int {
        guard output.takesItems, let index = calls.index(of: id) else { return 0 }
        return min(calls[at: index].roomCount(), Self.mostAtOnce)
    }

    /// The number of events of a topic that are looked up together.
    package static let mostAtOnce = 256

    /// Whether stream call `id` still accepts items.
    package func isStreaming(_ id: Int64) -> Bool {
        calls[id]?.isStreaming == true
    }

    /// Records that `count` bytes of the output that was taken have reached the socket.
    package mutating func wrote(_ count: Int, at now: Duration) {
        let wasFull = output.pending > settings.outputLargest
        output.wrote(count, low: settings.outputLow)
        // Until now, the rest of the frame could not be read, so the frame's time begins again.
        if wasFull, output.pending <= settings.outputLargest, decoder.isPartial, !hasUnread { partialSince = now }
        settle(at: now)
    }

    /// Sends the waiting items that may be sent now. The streams take turns, with one item each.
    mutating func pump(at now: Duration) {
        guard state != .closed else { return }
        var moved = true
        while moved, output.takesItems {
            moved = false
            for id in backlog where output.takesItems && calls[id]?.stream?.hasCredit == true {
                guard let next = calls[id]?.stream?.queue.pop() else { continue }
                transmit(next.item, events: next.events, on: id)
                moved = true
            }
        }
        if !backlog.isEmpty { backlog.removeAll { calls[$0]?.stream?.queue.isEmpty ?? true } }
        let unended = calls.count
        for id in streams { settleStream(id) }
        if calls.count < unended { lastActivity = now }
        output.watch(largest: settings.outputLargest, at: now)
        // Reading has stopped, so the rest of a frame cannot arrive.
        if !takesMore { partialSince = nil }
    }

    private mutating func settleStream(_ id: Int64) {
        guard let call = calls[id], let stream = call.stream else { return }
        switch call.phase {
        case .finishing(let outcome, _):
            // After a half-close, no further credit can arrive. Items for which there is no credit can therefore not be
            // sent.
            guard stream.queue.isEmpty || (input == .ended && !stream.hasCredit) else { return }
            remove(id)
            append(reply: outcome, to: id, call)
        case .running, .committed:
            if input == .ended, !stream.hasCredit, call.deadline == nil {
                conclude(id, .halfClosed, .halfClosed)
            } else if stream.awaitsRoom {
                offerRoom(to: id)
            }
        case .stopping, .answered, .detached:
            break
        }
    }

    private mutating func offerRoom(to id: Int64) {
        if roomCount(id) > 0 { wakeIfWaiting(id) }
    }

    private mutating func transmit(_ item: OutgoingItem, events: Int, on id: Int64) {
        guard let index = calls.index(of: id) else { return }
        calls[at: index].spend(seq: item.seq)
        append(item, events: events, of: id)
    }

    private func slowConsumer(_ stream: StreamState) -> WireError {
        let resume = stream.lastSeq.map { seq in
            JSON.members(("epoch", .string(settings.epoch)), ("seq", .integer(seq)))
        }
        return WireError(
            .resourceExhausted, "stream.slow_consumer", "items came faster than they were read",
            details: resume.map { .members(("resume", $0)) })
    }
}
