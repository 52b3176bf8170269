/// What the server's bytes mean.
extension ClientConnection {
    /// Takes bytes as they were read, cut anywhere.
    package mutating func received(_ bytes: some Sequence<UInt8>, now: Duration) -> [Action] {
        guard !isClosed else { return [] }
        lastHeard = now
        pingedAt = nil
        decoder.append(bytes)
        var actions: [Action] = []
        do {
            while !isClosed, let payload = try decoder.next() {
                let message = try ServerMessage.decode(payload)
                if case .item(let item) = message, isListening {
                    receive(item, &actions)
                } else {
                    actions += received(message, now: now)
                }
            }
        } catch {
            actions += fault("the server sent what is no message: \(error.description)")
        }
        return actions
    }

    /// The server has ended the stream, or the transport has failed.
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
            state = .open(welcome)
            self.welcome = welcome
            decoder.limit = welcome.limits.frameOut
            return [.welcomed(welcome)]
        case (.awaitingWelcome, _):
            return fault("the server's first message was no welcome")
        case (.open, .welcome), (.draining, .welcome):
            return fault("the server sent a second welcome")
        case (.open, .item(let item)), (.draining, .item(let item)):
            var actions: [Action] = []
            receive(item, &actions)
            return actions
        case (.open, .reply(let id, let outcome)), (.draining, .reply(let id, let outcome)):
            return received(outcome, for: id)
        case (.open, .ping(let nonce)), (.draining, .ping(let nonce)):
            return [send(.pong(nonce: nonce))]
        case (.open, .pong), (.draining, .pong):
            return []
        }
    }

    private var isListening: Bool {
        switch state {
        case .open, .draining: true
        case .awaitingWelcome, .closed: false
        }
    }

    private mutating func receive(_ item: Item, _ actions: inout [Action]) {
        guard let index = pending.index(forKey: item.id) else { return actions += strayMessage(id: item.id) }
        guard let hasCredit = pending.values[index].credit?.use() else {
            return actions += fault("the server sent an item for unary call \(item.id)")
        }
        guard hasCredit else {
            return actions += fault("the server sent more items of call \(item.id) than it was granted")
        }
        if pending.values[index].phase != .abandoned { actions.append(.item(item)) }
    }

    private mutating func received(_ outcome: ServerMessage.Outcome, for id: Int64) -> [Action] {
        guard let call = pending.removeValue(forKey: id) else { return strayMessage(id: id) }
        let ended = call.phase == .abandoned ? [] : [Action.ended(id: id, outcome)]
        guard case .draining(let goaway, _) = state, pending.isEmpty else { return ended }
        return ended + end { _ in .goaway(goaway, wasRead: true) }
    }

    private mutating func received(_ goaway: Goaway, now: Duration) -> [Action] {
        state = .draining(goaway, until: now + patience.drain)
        let unread = pending.filter { $0.key > goaway.lastID }
        for id in unread.keys { pending[id] = nil }
        let ended = unread.filter { $0.value.phase != .abandoned }.keys.sorted().map {
            Action.ended(id: $0, .error(.goaway(goaway, wasRead: false)))
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
