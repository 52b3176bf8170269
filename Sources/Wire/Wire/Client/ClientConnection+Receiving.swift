/// Handles the server's bytes.
extension ClientConnection {
    /// Accepts received bytes, and returns all actions that result from them. The bytes may be split at any point.
    package mutating func received(_ bytes: some Sequence<UInt8>, now: Duration) -> [Action] {
        guard !isClosed else { return [] }
        heard(at: now)
        decoder.append(bytes)
        var actions: [Action] = []
        while let action = nextAction(now: now) { actions.append(action) }
        return actions
    }

    /// Accepts received bytes. ``nextAction(now:)`` returns the resulting actions.
    package mutating func append(_ bytes: UnsafeRawBufferPointer, now: Duration) {
        guard !isClosed else { return }
        heard(at: now)
        unsafe decoder.append(bytes)
    }

    /// Returns the next action for the received bytes, or nil if more bytes must arrive first.
    package mutating func nextAction(now: Duration) -> Action? {
        if !queued.isEmpty { return queued.removeFirst() }
        guard !isClosed else { return nil }
        do {
            while let payload = try decoder.next() {
                if let action = act(on: try ServerMessage.decode(payload), now: now) { return action }
                if !queued.isEmpty { return queued.removeFirst() }
                guard !isClosed else { return nil }
            }
            return nil
        } catch {
            queued += fault("the server sent something that is not a message: \(error.description)")
            return queued.isEmpty ? nil : queued.removeFirst()
        }
    }

    /// An arrival, for owners that take items together.
    package enum Arrival: Sendable {
        /// Items of one call that arrived together. There is at least one item. The owner must pass the items to the
        /// caller, and must call ``grant(_:for:)`` when the caller has taken them. The items' data shares memory. If
        /// the data of one item must be kept for a long time, keep its ``JSONText/detached``.
        case items([Item])
        /// The end of a call. The code that takes the result checks it.
        case result(id: Int64, RawResult)
        case action(Action)
    }

    /// Returns the next arrival in `bytes`. These bytes have just been read, and are not kept anywhere else. The owner
    /// must call this with the same variable until it returns nil. After that, no bytes are left. This method works
    /// like ``append(_:now:)`` and ``nextAction(now:)``. The only difference is that consecutive items of one call are
    /// decoded in place and returned together.
    package mutating func nextArrival(in bytes: inout UnsafeRawBufferPointer, now: Duration) -> Arrival? {
        repeat {
            // This is the usual case. Everything that was read has been returned, and no frame has begun.
            if unsafe bytes.isEmpty, queued.isEmpty, !decoder.isPartial { return nil }
            if let arrival = unsafe take(&bytes, now: now) { return arrival }
            if let arrival = nextArrival(now: now) { return arrival }
            // The frame that had already begun is now complete, but it needs no action.
        } while unsafe !bytes.isEmpty
        return nil
    }

    /// Takes the bytes that complete a frame that had already begun. If there is no such frame, takes the first items
    /// or the first reply. Otherwise, takes all bytes.
    private mutating func take(_ bytes: inout UnsafeRawBufferPointer, now: Duration) -> Arrival? {
        guard unsafe !bytes.isEmpty, queued.isEmpty else { return nil }
        if !isClosed {
            heard(at: now)
            if decoder.isPartial, decoder.mode == .framed {
                unsafe decoder.complete(from: &bytes)
                return nil
            }
            if let arrival = unsafe nextInPlace(&bytes) { return arrival }
            unsafe decoder.append(bytes)
        }
        unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        return nil
    }

    private mutating func nextArrival(now: Duration) -> Arrival? {
        if decoder.mode == .framed, let (items, end) = items(decoder.buffer.span, at: decoder.start) {
            decoder.skip(to: end)
            spendCredit(on: items)
            return .items(items)
        }
        return nextAction(now: now).map { .action($0) }
    }

    private mutating func nextInPlace(_ bytes: inout UnsafeRawBufferPointer) -> Arrival? {
        guard decoder.mode == .framed, case .open = state else { return nil }
        let span = unsafe bytes.bindMemory(to: UInt8.self).span
        if let (arrival, end) = reply(span) {
            unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(end))
            return arrival
        }
        guard let (items, end) = items(span, at: 0) else { return nil }
        unsafe bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(end))
        spendCredit(on: items)
        return .items(items)
    }

    /// The end of a call, and the end of its frame. The first frame must be a reply with a result, in exactly the form
    /// that our own writers use. Its call must still be waiting.
    private mutating func reply(_ bytes: Span<UInt8>) -> (Arrival, end: Int)? {
        guard let reply = ItemFinder(limit: decoder.limit).reply(bytes, at: 0), let index = pending.index(of: reply.id),
            pending[at: index].phase != .abandoned
        else { return nil }
        switch pending[at: index].check {
        case .whenTaken:
            pending.remove(reply.id)
            return (.result(id: reply.id, reply.raw(in: bytes)), reply.end)
        case .onArrival:
            guard let result = reply.text(in: bytes) else { return nil }
            pending.remove(reply.id)
            return (.action(.ended(id: reply.id, .result(result))), reply.end)
        }
    }

    /// The items of one call in the complete frames from `start` on. Also returns where these frames end. The items
    /// must be in exactly the form that our own writers use, and the call must still be waiting for them.
    private func items(_ bytes: Span<UInt8>, at start: Int) -> (items: [Item], end: Int)? {
        let finder = ItemFinder(limit: decoder.limit)
        guard queued.isEmpty, case .open = state, let id = finder.call(bytes, at: start),
            let index = pending.index(of: id), pending[at: index].phase != .abandoned,
            let left = pending[at: index].credit?.left
        else { return nil }
        return finder.items(bytes, at: start, of: id, most: left)
    }

    private mutating func spendCredit(on items: [Item]) {
        guard let index = items.first.flatMap({ pending.index(of: $0.id) }) else { return }
        _ = pending[at: index].credit?.use(items.count)
    }

    private mutating func heard(at now: Duration) {
        lastHeard = now
        pingedAt = nil
    }

    /// Returns the action for a message. Nearly all messages are items and replies, and each of these is one action.
    private mutating func act(on message: ServerMessage, now: Duration) -> Action? {
        if case .open = state {
            switch message {
            case .item(let item): return receive(item)
            case .reply(let id, let outcome):
                guard let call = pending.remove(id) else { break }
                return call.phase == .abandoned ? nil : .ended(id: id, outcome)
            case .welcome, .goaway, .ping, .pong: break
            }
        }
        queued += received(message, now: now)
        return nil
    }

    /// Handles two events: the server has ended its side of the connection, or the transport has failed.
    package mutating func endOfInput() -> [Action] {
        switch state {
        case .closed: return []
        case .draining(let goaway, _): return end { _ in .goaway(goaway, wasRead: true) }
        case .awaitingWelcome, .open: return end { _ in .connectionLost() }
        }
    }

    private mutating func received(_ message: ServerMessage, now: Duration) -> [Action] {
        switch (state, message) {
        case (.closed, _):
            return []
        case (_, .goaway(let goaway)):
            return received(goaway, now: now)
        case (.awaitingWelcome, .welcome(let welcome)):
            state = .open
            self.welcome = welcome
            decoder.limit = welcome.limits.frameOut
            return [.welcomed(welcome)]
        case (.awaitingWelcome, _):
            return fault("the server's first message was not a welcome")
        case (.open, .welcome), (.draining, .welcome):
            return fault("the server sent a second welcome")
        case (.open, .item(let item)), (.draining, .item(let item)):
            let action = receive(item)
            defer { queued = [] }
            return queued + (action.map { [$0] } ?? [])
        case (.open, .reply(let id, let outcome)), (.draining, .reply(let id, let outcome)):
            return received(outcome, for: id)
        case (.open, .ping(let nonce)), (.draining, .ping(let nonce)):
            return [send(.pong(nonce: nonce))]
        case (.open, .pong), (.draining, .pong):
            return []
        }
    }

    /// Returns the item if its call is still waiting. A fault is queued instead.
    private mutating func receive(_ item: Item) -> Action? {
        guard let index = pending.index(of: item.id) else { return queue(strayMessage(id: item.id)) }
        guard let hasCredit = pending[at: index].credit?.use() else {
            return queue(fault("the server sent an item for unary call \(item.id)"))
        }
        guard hasCredit else {
            return queue(fault("the server sent more items of call \(item.id) than it was allowed to"))
        }
        return pending[at: index].phase == .abandoned ? nil : .item(item)
    }

    private mutating func queue(_ actions: [Action]) -> Action? {
        queued += actions
        return nil
    }

    private mutating func received(_ outcome: ServerMessage.Outcome, for id: Int64) -> [Action] {
        guard let call = pending.remove(id) else { return strayMessage(id: id) }
        let ended = call.phase == .abandoned ? [] : [Action.ended(id: id, outcome)]
        guard case .draining(let goaway, _) = state, pending.isEmpty else { return ended }
        return ended + end { _ in .goaway(goaway, wasRead: true) }
    }

    private mutating func received(_ goaway: Goaway, now: Duration) -> [Action] {
        state = .draining(goaway, until: now + patience.drain)
        isDraining = true
        let unread = pending.entries.filter { $0.id > goaway.lastID }
        for call in unread { pending.remove(call.id) }
        let ended = unread.filter { $0.value.phase != .abandoned }.map {
            Action.ended(id: $0.id, .error(.goaway(goaway, wasRead: false)))
        }
        guard pending.isEmpty else { return ended }
        return ended + end { _ in .goaway(goaway, wasRead: true) }
    }

    private mutating func strayMessage(id: Int64) -> [Action] {
        fault(
            hasUsed(id)
                ? "the server sent a message for call \(id) after its reply"
                : "the server sent a message for call \(id), which was never made")
    }

    private mutating func fault(_ message: String) -> [Action] {
        end { _ in .serverFault(message) }
    }
}
