package import LockProtocol
import Wire

/// Something wrong with a lock, switched on at run time (`Protocol/virtual-lock.md`).
package struct LockFault: Sendable, Equatable {
    /// The fault.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Receives and does everything, but sends nothing after the step.
        case silent
        /// Answers no GATT request at all.
        case mute
        /// Waits before each answer from the step on.
        case slow
        /// Is gone after the step, and back after a while.
        case vanish
        /// Answers the step with an error of its own.
        case refuse
        /// Neither sends nor receives anything.
        case outOfRange = "out_of_range"
        /// The battery is nearly empty.
        case lowBattery = "low_battery"
        /// The motor meets an obstacle and stops half-way.
        case jammed
        /// The motor has no power.
        case motor
        /// Accepts no more than the smallest MTU.
        case smallMTU = "mtu_23"
        /// Now belongs to somebody else: it knows none of its users and pairs with nobody.
        case pairedElsewhere = "paired_elsewhere"
    }

    /// The fault.
    package var kind: Kind
    /// The step at which the fault begins. Nil: from the beginning (silent, slow), or at the usual step (refuse,
    /// vanish: the lock action).
    package var step: Int?
    /// The table that `step` counts in; nil is either table.
    package var conversation: LockStep.Conversation?
    /// The error of `refuse`, as the lock's protocol numbers it; nil is the protocol's error for busy.
    package var code: UInt8?
    /// How long the fault lasts: the wait of `slow`, the absence after `vanish`.
    package var time: Duration

    /// A fault with the defaults of its kind: the error busy, and one second.
    package init(_ kind: Kind, step: Int? = nil, conversation: LockStep.Conversation? = nil) {
        self.kind = kind
        self.step = step
        self.conversation = conversation
        time = .seconds(1)
    }

    /// Reads the members of a `fault` command.
    init(in fields: inout JSONFields) throws(FieldFault) {
        self.init(try fields.enumeration("kind"))
        step = try fields.optionalInteger("step", in: 0...10).map { Int($0) }
        conversation = try fields.optionalEnumeration("during")
        code = try fields.optionalInteger("code", in: 0...255).map { UInt8($0) }
        time = try fields.optionalMilliseconds("ms", in: 0...600_000) ?? time
    }

    /// Whether the fault cuts the conversation off before this step.
    func ends(before step: LockStep) -> Bool {
        (conversation ?? step.conversation) == step.conversation && step.number > lastStep
    }

    /// Whether this is the step after which the fault shows.
    func shows(after step: LockStep) -> Bool {
        (conversation ?? step.conversation) == step.conversation && step.number == lastStep
    }

    /// Whether the lock waits before this step.
    func delays(_ step: LockStep?) -> Bool {
        guard let first = self.step, let step else { return self.step == nil }
        return (conversation ?? step.conversation) == step.conversation && step.number >= first
    }

    private var lastStep: Int { step ?? (kind == .vanish ? 3 : 0) }
}
