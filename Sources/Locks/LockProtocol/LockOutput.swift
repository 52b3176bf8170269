/// The current step of a conversation with a lock, numbered as in each protocol's tables in `Protocol/virtual-lock.md`.
package struct LockStep: Hashable, Sendable {
    /// The conversation whose table a step's number refers to.
    package enum Conversation: String, Sendable, CaseIterable {
        /// The lock and a client agree on a key.
        case pairing
        /// A client proves that it has its key, and makes the lock act.
        case operation
    }

    /// The conversation whose table contains the step.
    package var conversation: Conversation
    /// The number of the table's row, counted from 1.
    package var number: Int

    /// Creates the step in row `number` of the table for a conversation.
    package init(conversation: Conversation, number: Int) {
        self.conversation = conversation
        self.number = number
    }

    /// Returns the step in row `number` of the pairing's table.
    package static func pairing(_ number: Int) -> LockStep { LockStep(conversation: .pairing, number: number) }
    /// Returns the step in row `number` of the operation's table.
    package static func operation(_ number: Int) -> LockStep { LockStep(conversation: .operation, number: number) }
}

/// An action that the lock side of a protocol requests. The caller performs the actions in order. `Event` is the type
/// of event that the protocol's locks record.
package enum LockOutput<Event: Sendable & Equatable>: Sendable, Equatable {
    /// The lock has understood a client's message as this step. This output comes before the outputs that follow from
    /// the message.
    case received(LockStep)
    /// Indicate or notify these values, one after another. If a message belongs to no table, the `step` is nil.
    case tell(characteristic: String, pieces: [[UInt8]], step: LockStep?)
    /// Record this event.
    case event(Event)
    /// The set of clients that have keys has changed, so the caller must store the set.
    case keysChanged
    /// The advertising data has changed.
    case advertisementChanged
    /// End the link.
    case disconnect

    /// Returns the same output with its event converted to another type.
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
