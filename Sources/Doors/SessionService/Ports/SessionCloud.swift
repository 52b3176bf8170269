import CloudModel
import SeamCloud
import SeamModel
import Wire

/// The functions of the cloud that sessions need.
protocol SessionCloud: Sendable {
    /// Returns the session to which the token belongs.
    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession
    /// Reads everything that the token may see. `known` is the result of an earlier read. `order` says which doors and
    /// keys are asked about first, and receives results before the end.
    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, order: ReadingOrder, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading
    /// Reads a few keys of the session's person.
    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading
    /// Reads the events after `since`, oldest first.
    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> CloudList<CloudEvent>
}

extension CloudError {
    /// One line of text for people, which quotes nothing from the reply.
    var forPeople: String { description }
}
