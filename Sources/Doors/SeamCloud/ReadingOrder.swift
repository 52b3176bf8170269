package import CloudModel

/// The priorities of a full read: the keys that it asks about first, and the callers that hear before its end.
///
/// A person may have many keys, and stand at one door. So a read first lists the keys, then asks which of them open the
/// doors that have a lock here, and only then about the rest.
package struct ReadingOrder: Sendable {
    /// The results of a read so far.
    package struct Part: Sendable {
        /// Everything that is known. Keys whose doors are yet to be read are in ``CloudSnapshot/outdatedDoors`` or
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
    /// Returns the id of a key for which a person waits, if there is one; asked before each question about doors. A
    /// key that the read has asked about must not be named again.
    package var wanted: @Sendable () async -> String?
    /// Called with the findings before the end, if they contain keys whose doors are new: after the lists, when the
    /// near doors are known, when a wanted key is, and then once a second.
    package var learnt: @Sendable (Part) async -> Void

    /// An order; without arguments one for which only the end counts.
    package init(
        nearDoors: Set<String> = [], wanted: @escaping @Sendable () async -> String? = { nil },
        learnt: @escaping @Sendable (Part) async -> Void = { _ in }
    ) {
        (self.nearDoors, self.wanted, self.learnt) = (nearDoors, wanted, learnt)
    }
}
