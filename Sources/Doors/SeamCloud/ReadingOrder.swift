package import CloudModel

/// The priorities of a full read: which keys it asks about first, and who is told before its end.
///
/// A person may have many keys but be standing at one door. So a read first lists the keys, then asks which of them
/// open the doors with a lock here, and only then asks about the rest.
package struct ReadingOrder: Sendable {
    /// A read's results so far.
    package struct Part: Sendable {
        /// Everything known so far. Keys whose doors are yet to be read are in ``CloudSnapshot/outdatedDoors`` or
        /// ``CloudSnapshot/olderDoors``.
        package let snapshot: CloudSnapshot
        /// Whether it is known which keys open the doors that have a lock here.
        package let hasNearDoors: Bool

        /// Makes a part.
        package init(_ snapshot: CloudSnapshot, hasNearDoors: Bool) {
            (self.snapshot, self.hasNearDoors) = (snapshot, hasNearDoors)
        }
    }

    /// The ids of the entrances that have a lock here.
    package var nearDoors: Set<String>
    /// Returns the id of a key that a person is waiting for, if there is one; called before each request about doors. A
    /// key that the read has already asked about must not be returned again.
    package var wanted: @Sendable () async -> String?
    /// Called with results before the end, if they contain keys whose doors are new: after the lists, when the near
    /// doors are known, when a wanted key is known, and then once a second.
    package var learnt: @Sendable (Part) async -> Void

    /// Creates an order; without arguments, one for which only the end counts.
    package init(
        nearDoors: Set<String> = [], wanted: @escaping @Sendable () async -> String? = { nil },
        learnt: @escaping @Sendable (Part) async -> Void = { _ in }
    ) {
        (self.nearDoors, self.wanted, self.learnt) = (nearDoors, wanted, learnt)
    }
}
