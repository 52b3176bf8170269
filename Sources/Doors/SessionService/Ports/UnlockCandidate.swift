import RadioModel
import SeamModel
import SessionStore

/// A door that an attempt may open, with the door's lock and its name in the journal.
struct UnlockCandidate: Sendable, Equatable {
    var binding: Binding
    var entranceID: String?
    var entranceName: String?

    /// The lock's data for the journal.
    var journalled: AttemptLock {
        AttemptLock(
            bindingID: binding.id, address: binding.device.address, entranceID: entranceID, entranceName: entranceName)
    }
}
