public import Foundation

/// A responder's question to a dependent: are you well?
public struct Ping: Equatable, Identifiable, Codable, Sendable {
    /// The random id of this ping.
    public let id: UUID
    /// The person who sent the ping.
    public let senderID: UUID
    /// The person who received the ping.
    public let recipientID: UUID
    /// When the ping was sent.
    public let timestamp: Date
    /// Whether the ping was answered.
    public var status: PingStatus
    /// When the ping was answered.
    public var responseTimestamp: Date?

    /// A ping.
    public init(
        id: UUID, senderID: UUID, recipientID: UUID, timestamp: Date, status: PingStatus = .pending,
        responseTimestamp: Date? = nil
    ) {
        self.id = id
        self.senderID = senderID
        self.recipientID = recipientID
        self.timestamp = timestamp
        self.status = status
        self.responseTimestamp = responseTimestamp
    }
}

/// Whether a ping was answered.
public enum PingStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// Not yet.
    case pending
    /// The recipient has answered the ping. The answer also counts as a check-in.
    case responded
    /// The recipient did not answer within 24 hours.
    case expired
}
