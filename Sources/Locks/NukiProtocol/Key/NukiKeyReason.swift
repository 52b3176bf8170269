/// Stable reasons of failure that do not come from an error report.
package enum NukiKeyReason {
    /// The link was lost before the commit write or, in a pairing, before the lock could list us.
    package static let disconnected = "nuki.disconnected"
    /// The lock sent something that the protocol does not allow here.
    package static let badReply = "nuki.bad_reply"
    /// The lock's proof in a pairing is wrong: somebody is in the middle, or the lock is broken.
    package static let lockNotAuthentic = "nuki.lock_not_authentic"
    /// The action ended, but the bolt is not where it should be.
    package static let notInWantedState = "nuki.not_in_wanted_state"
    /// For a rotation: the new key works, but the lock still lists the old one.
    package static let oldKeyListed = "old_key_listed"
    /// The PIN was not a number of at most six digits.
    package static let badPIN = "nuki.bad_pin"
}
