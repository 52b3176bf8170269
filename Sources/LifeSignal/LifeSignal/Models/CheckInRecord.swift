public import Foundation

/// A check-in.
public struct CheckInRecord: Equatable, Identifiable, Codable, Sendable {
    /// The record's own id, random.
    public let id: UUID
    /// The person who checked in.
    public let userID: UUID
    /// When, by the daemon's clock.
    public let timestamp: Date
    /// The source.
    public let source: CheckInSource

    /// A check-in.
    public init(id: UUID, userID: UUID, timestamp: Date, source: CheckInSource) {
        self.id = id
        self.userID = userID
        self.timestamp = timestamp
        self.source = source
    }
}

/// The source of a check-in.
public enum CheckInSource: String, Equatable, Codable, Sendable, CaseIterable {
    /// The person.
    case manual
    /// Made automatically; this version makes no such check-ins.
    case automatic
    /// The person, who answered a ping.
    case responderInitiated
}
