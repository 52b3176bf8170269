package import LockProtocol
import Wire

/// A lock's fault, which can be switched on at run time (`Protocol/virtual-lock.md`).
package struct LockFault: Sendable, Equatable {
    /// The kind of a fault.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The lock receives and carries out everything, but sends nothing after the step.
        case silent
        /// The lock answers no GATT request at all.
        case mute
        /// The lock waits before each answer from the step on.
        case slow
        /// The lock disappears after the step, and comes back after a while.
        case vanish
        /// The lock answers the step with an error.
        case refuse
        /// The lock neither sends nor receives anything.
        case outOfRange = "out_of_range"
        /// The battery is nearly empty.
        case lowBattery = "low_battery"
        /// The motor meets an obstacle and stops half-way.
        case jammed
        /// The motor has no power.
        case motor
        /// The lock accepts only the smallest MTU.
        case smallMTU = "mtu_23"
        /// The lock now belongs to somebody else. The lock knows none of its users, and pairs with nobody.
        case pairedElsewhere = "paired_elsewhere"
    }

    /// The kind of the fault.
    package var kind: Kind
    /// The step at which the fault begins. If the value is nil, `silent` and `slow` apply from the beginning. `refuse`
    /// and `vanish` then apply at their usual step, which is the lock action.
    package var step: Int?
    /// The conversation whose table contains `step`, or nil for either table.
    package var conversation: LockStep.Conversation?
    /// The number that the error of `refuse` has in the lock's protocol. Nil means the protocol's error for busy.
    package var code: UInt8?
    /// The duration of the fault: the wait of `slow`, or the absence after `vanish`.
    package var time: Duration

    /// Creates a fault with the defaults of its kind: the error busy, and one second.
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

    /// Whether the fault ends the conversation before a step.
    func ends(before step: LockStep) -> Bool {
        (conversation ?? step.conversation) == step.conversation && step.number > lastStep
    }

    /// Whether a step is the step after which the fault appears.
    func shows(after step: LockStep) -> Bool {
        (conversation ?? step.conversation) == step.conversation && step.number == lastStep
    }

    /// Whether the lock waits before a step.
    func delays(_ step: LockStep?) -> Bool {
        guard let first = self.step, let step else { return self.step == nil }
        return (conversation ?? step.conversation) == step.conversation && step.number >= first
    }

    private var lastStep: Int { step ?? (kind == .vanish ? 3 : 0) }
}
