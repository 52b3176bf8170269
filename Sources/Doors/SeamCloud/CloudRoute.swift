/// The subject of a request to the cloud, for the metrics.
package enum CloudRoute: String, Sendable, Hashable, CaseIterable {
    case clientSessions = "client_sessions"
    case credentials
    case entrances
    case systems
    case users
    case locks
    case unlock
    case actionAttempts = "action_attempts"
    case events
    case other

    /// The route of a URL below the API's prefix, as this module builds URLs.
    init(of url: String, under prefix: String) {
        let path = url.dropFirst(prefix.count + 1).prefix { $0 != "?" }
        self =
            switch path {
            case "client_sessions/get": .clientSessions
            case "acs/credentials/list": .credentials
            case "acs/entrances/list": .entrances
            case "acs/systems/list": .systems
            case "acs/users/list", "user_identities/list": .users
            case "locks/list": .locks
            case "locks/unlock_door": .unlock
            case "action_attempts/get": .actionAttempts
            case "events/list": .events
            default: .other
            }
    }
}
