package import CloudModel

/// The priorities of a full read. They say which keys it asks about first, and which function gets results before the
/// end.
///
/// A person may have many keys but be standing at one door. So a read first lists the keys. Then it asks which keys
/// open the doors that have a lock at this machine. After that, it asks about the other keys.
package struct ReadingOrder: Sendable {
    /// A read's results so far.
    package struct Part: Sendable {
        /// The results so far. The keys whose doors have not been read yet are in ``CloudSnapshot/outdatedDoors`` or
        /// ``CloudSnapshot/olderDoors``.
        package let snapshot: CloudSnapshot
        /// Whether the read knows which keys open the doors that have a lock at this machine.
        package let hasNearDoors: Bool

        /// Creates a part.
        package init(_ snapshot: CloudSnapshot, hasNearDoors: Bool) {
            (self.snapshot, self.hasNearDoors) = (snapshot, hasNearDoors)
        }
    }

    /// The ids of the entrances that have a lock at this machine.
    package var nearDoors: Set<String>
    /// The function that returns the id of a key for which a person is waiting. If nobody is waiting, it returns nil.
    /// It is called before each request about doors. It must not return a key again after the read has asked about that
    /// key.
    package var wanted: @Sendable () async -> String?
    /// The function that gets results before the end. It gets them if they contain keys whose doors are new. It is
    /// called after the lists, when the near doors are known, when a wanted key is known, and then once a second.
    package var learnt: @Sendable (Part) async -> Void

    /// Creates an order. Without arguments, the order has no priorities and reports nothing before the end.
    package init(
        nearDoors: Set<String> = [], wanted: @escaping @Sendable () async -> String? = { nil },
        learnt: @escaping @Sendable (Part) async -> Void = { _ in }
    ) {
        (self.nearDoors, self.wanted, self.learnt) = (nearDoors, wanted, learnt)
    }
}
