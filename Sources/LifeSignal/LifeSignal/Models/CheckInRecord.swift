public import Foundation

/// One check-in by a person.
public struct CheckInRecord: Equatable, Identifiable, Codable, Sendable {
    /// The random id of this record.
    public let id: UUID
    /// The person who checked in.
    public let userID: UUID
    /// When the person checked in, by the daemon's clock.
    public let timestamp: Date
    /// How the check-in was made.
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
    /// The person checked in.
    case manual
    /// A program checked in automatically. This version makes no such check-ins.
    case automatic
    /// The person checked in by answering a ping.
    case responderInitiated
}
