import DaemonCore
import RPC
import SignalAPI
import Wire

/// The topics of a session.
extension SignalSessions {
    /// The signed-in person, and every change.
    func followAuth(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in try followers.auth(session, sight) }
    }

    /// The signed-in person's data, and every change.
    func followUser(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.user(session, sight)
        }
    }

    /// The person's running alarm, and every change.
    func followAlarm(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.alarm(session, sight)
        }
    }

    /// The person's notifications from now on.
    func followNotifications(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.notifications(session, sight)
        }
    }

    /// The topic that `make` creates for the signed-in person. If somebody signs in or out in the meantime, it is
    /// created again. A second look sends the other changes between the first look and the beginning of the topic, but
    /// none older than the followers' state.
    func follow(
        _ session: SessionID, _ make: (inout SignalFollowers, PersonSight?) throws(WireError) -> Topic
    ) async throws(WireError) -> Topic {
        while true {
            let before = signIns
            let first = try await sight(session)
            guard signIns == before else { continue }
            let topic = try make(&followers, first)
            let second = try await sight(session)
            guard signIns == before else { continue }
            followers.signedIn(session, second)
            return topic
        }
    }

    private func sight(_ session: SessionID) async throws(WireError) -> PersonSight? {
        try await record(session).map { PersonSight($0, isWatched: pass.isWatching) }
    }

    /// The operator's messages from now on.
    func followOutbox() -> Topic { followers.outbox }
}
