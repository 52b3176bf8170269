public import Foundation

/// A responder's question to a dependent: are you well?
public struct Ping: Equatable, Identifiable, Codable, Sendable {
    /// The ping's own id, random.
    public let id: UUID
    /// The person who sent it.
    public let senderID: UUID
    /// The person who received it.
    public let recipientID: UUID
    /// When it was sent.
    public let timestamp: Date
    /// Whether it was answered.
    public var status: PingStatus
    /// When it was answered.
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
    /// Answered. The answer is also a check-in.
    case responded
    /// Not answered within 24 hours.
    case expired
}
