import DaemonCore
import RPC
import SignalAPI
import Wire

/// Creates the topics that a session follows.
extension SignalSessions {
    /// Follows who is signed in. The topic delivers the signed-in person, and then every change.
    func followAuth(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in try followers.auth(session, sight) }
    }

    /// Follows the signed-in person's data. The topic delivers the data, and then every change.
    func followUser(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.user(session, sight)
        }
    }

    /// Follows the person's running alarm. The topic delivers the alarm, and then every change.
    func followAlarm(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.alarm(session, sight)
        }
    }

    /// Follows the person's notifications. The topic delivers the notifications that arrive from now on.
    func followNotifications(_ session: SessionID) async throws(WireError) -> Topic {
        try await follow(session) { (followers, sight) throws(WireError) in
            guard let sight else { throw .notSignedIn }
            return try followers.notifications(session, sight)
        }
    }

    /// The topic that `make` creates for the signed-in person. If somebody signs in or out in the meantime, the topic
    /// is created again. After that, the record is read a second time, so that the topic also delivers the changes
    /// between the first reading and the topic's creation. Changes that are older than the followers' state are not
    /// sent.
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

    /// Follows the operator's messages. The topic delivers the messages that are sent from now on.
    func followOutbox() -> Topic { followers.outbox }
}
