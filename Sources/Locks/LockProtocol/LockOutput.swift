/// The current step of a conversation with a lock, numbered as in each protocol's tables in `Protocol/virtual-lock.md`.
package struct LockStep: Hashable, Sendable {
    /// Which table the number refers to.
    package enum Conversation: String, Sendable, CaseIterable {
        /// The lock and a client agree on a key.
        case pairing
        /// A client proves its key and makes the lock act.
        case operation
    }

    /// The table.
    package var conversation: Conversation
    /// The row, from 1.
    package var number: Int

    /// Creates the step in row `number` of a conversation's table.
    package init(conversation: Conversation, number: Int) {
        self.conversation = conversation
        self.number = number
    }

    /// Row `number` of the pairing's table.
    package static func pairing(_ number: Int) -> LockStep { LockStep(conversation: .pairing, number: number) }
    /// Row `number` of the operation's table.
    package static func operation(_ number: Int) -> LockStep { LockStep(conversation: .operation, number: number) }
}

/// An action that the lock side of a protocol wants done, in order. `Event` is what the protocol's locks record.
package enum LockOutput<Event: Sendable & Equatable>: Sendable, Equatable {
    /// A client's message was understood as this step; comes before what follows from it.
    case received(LockStep)
    /// Indicate or notify these values, one after another. `step` is nil for a message that belongs to no table.
    case tell(characteristic: String, pieces: [[UInt8]], step: LockStep?)
    /// Record this.
    case event(Event)
    /// The set of clients with keys has changed; keep it.
    case keysChanged
    /// The advertising data has changed.
    case advertisementChanged
    /// End the link.
    case disconnect

    /// The same output with its event in another form.
    package func map<Other>(_ transform: (Event) -> Other) -> LockOutput<Other> {
        switch self {
        case .received(let step): .received(step)
        case .tell(let characteristic, let pieces, let step):
            .tell(characteristic: characteristic, pieces: pieces, step: step)
        case .event(let event): .event(transform(event))
        case .keysChanged: .keysChanged
        case .advertisementChanged: .advertisementChanged
        case .disconnect: .disconnect
        }
    }
}
