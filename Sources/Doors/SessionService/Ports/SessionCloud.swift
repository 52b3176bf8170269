import CloudModel
import SeamCloud
import SeamModel
import Wire

/// What sessions need from the cloud.
protocol SessionCloud: Sendable {
    /// The session that the token belongs to.
    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession
    /// Everything that the token may see; `known` is the result of an earlier read. `order` says what to ask first, and
    /// receives results before the end.
    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading
    /// A few of the session's person's keys.
    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading
    /// The events after `since`, oldest first.
    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent>
}

extension CloudError {
    /// One line of text, without any quotation from the reply.
    var forPeople: String { description }
}
