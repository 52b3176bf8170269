/// Words for people that explain the cloud's codes. They are used if the cloud sends a code without words.
enum CloudWords {
    /// The cloud's own words or, if the cloud sent no words, our words for the code. If we have no words either, this
    /// is the code itself.
    static func text(_ code: String, _ message: String) -> String {
        guard message.allSatisfy(\.isWhitespace) else { return message }
        return words[code] ?? "the cloud reports '\(code)' without an explanation"
    }

    private static let words: [String: String] = [
        // Keys.
        "being_deleted": "it is being deleted",
        "needs_to_be_reissued": "it must be issued again",
        "requested_code_unavailable": "the requested code was already taken, so it has another code",
        "schedule_externally_modified": "its times were changed outside of Seam",
        "schedule_modified": "its times were changed to what the access system allows",
        "unknown_issue_with_acs_credential": "something is wrong with this key; it may not work",
        "waiting_to_be_issued": "it has yet to be issued",
        // Grants.
        "cannot_create_requested_access_methods": "it cannot be issued in the requested way",
        "delay_in_issuing": "it takes longer than usual to issue",
        "failed_to_issue": "it could not be issued",
        "underprovisioned_access": "it does not open all of its doors yet",
        "updating_access_times": "its times are being changed",
        // People.
        "acs_user_inactive": "its holder is not active in the access system",
        "acs_user_profile_does_not_match_user_identity": "the access system has other details of its holder",
        "latch_resident_user": "its holder is managed in Latch Mission Control",
        "salto_ks_user_not_subscribed": "its holder is not subscribed at Salto KS",
        "unknown_issue_with_acs_user": "something is wrong with its holder's account; it may not work",
        // Access systems.
        "account_disconnected": "the account of its access system is disconnected",
        "acs_system_disconnected": "its access system is disconnected",
        "bridge_disconnected": "the bridge to its access system is disconnected",
        "insufficient_permissions": "Seam lacks permissions in its access system",
        "provider_service_unavailable": "the service of its access system is unavailable for now",
        "salto_ks_certification_expired": "the certificate of its access system has expired",
        "seam_bridge_disconnected": "the bridge to its access system is disconnected",
        "visionline_instance_unreachable": "its access system cannot be reached",
        // Doors.
        "entrance_setup_required": "the door has yet to be set up",
        "entrance_shares_zone": "the door shares its zone with others, which open with it",
        "privacy_mode": "the door is in privacy mode",
        "salto_ks_entrance_access_code_support_removed": "the door no longer accepts codes",
        "salto_ks_privacy_mode": "the door is in privacy mode",
        // Locks.
        "device_disconnected": "the lock is disconnected from the cloud",
        "device_offline": "the lock is offline: it opens only at the door",
        "hub_disconnected": "the lock's hub is disconnected: it opens only at the door",
        "hub_required_for_additional_capabilities": "the lock has no hub: it opens only at the door",
        "ttlock_lock_gateway_unlocking_not_enabled": "the lock's gateway may not unlock it: it opens only at the door",
    ]
}
