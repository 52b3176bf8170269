/// The stable reasons for failures that do not come from an error report.
package enum NukiKeyReason {
    /// The link was lost before the commit write or, during a pairing, before the lock could list this client.
    package static let disconnected = "nuki.disconnected"
    /// The lock sent a message that the protocol does not allow at this point.
    package static let badReply = "nuki.bad_reply"
    /// The lock's proof in a pairing is wrong: somebody is in the middle, or the lock is broken.
    package static let lockNotAuthentic = "nuki.lock_not_authentic"
    /// The action ended, but the bolt is not in the wanted state.
    package static let notInWantedState = "nuki.not_in_wanted_state"
    /// The reason given with a successful rotation when the new key works, but the lock still lists the old key.
    package static let oldKeyListed = "old_key_listed"
    /// The PIN that a person entered was not a number of at most six digits.
    package static let badPIN = "nuki.bad_pin"
}
