public import Foundation

/// A check-in.
public struct CheckInRecord: Equatable, Identifiable, Codable, Sendable {
    /// The record's own id, random.
    public let id: UUID
    /// The person who checked in.
    public let userID: UUID
    /// When it was, by the daemon's clock.
    public let timestamp: Date
    /// How it was made.
    public let source: CheckInSource

    /// A check-in.
    public init(id: UUID, userID: UUID, timestamp: Date, source: CheckInSource) {
        self.id = id
        self.userID = userID
        self.timestamp = timestamp
        self.source = source
    }
}

/// How a check-in was made.
public enum CheckInSource: String, Equatable, Codable, Sendable, CaseIterable {
    /// By the person.
    case manual
    /// Automatically; this version makes no such check-ins.
    case automatic
    /// By the person, in answer to a ping.
    case responderInitiated
}
