public import Foundation

/// A time during which a person needed help, or seemed to.
public struct Alert: Equatable, Identifiable, Codable, Sendable {
    /// The alert's own id.
    public let id: UUID
    /// The person who needs help.
    public let userID: UUID
    /// When it began.
    public let timestamp: Date
    /// Whether it is active or resolved.
    public let status: AlertStatus
    /// When it ended.
    public var resolvedTimestamp: Date?
    /// The person who ended it.
    public var resolvedBy: UUID?
    /// The cause.
    public var kind: AlertKind
    /// How it ended.
    public var resolution: AlertResolution?
    /// The first responder who said that they are on the way.
    public var acknowledgedBy: UUID?
    /// When that responder said so.
    public var acknowledgedAt: Date?

    /// An alert, raised by the person unless `kind` says otherwise.
    public init(
        id: UUID, userID: UUID, timestamp: Date, status: AlertStatus, resolvedTimestamp: Date? = nil,
        resolvedBy: UUID? = nil, kind: AlertKind = .manual, resolution: AlertResolution? = nil,
        acknowledgedBy: UUID? = nil, acknowledgedAt: Date? = nil
    ) {
        self.id = id
        self.userID = userID
        self.timestamp = timestamp
        self.status = status
        self.resolvedTimestamp = resolvedTimestamp
        self.resolvedBy = resolvedBy
        self.kind = kind
        self.resolution = resolution
        self.acknowledgedBy = acknowledgedBy
        self.acknowledgedAt = acknowledgedAt
    }
}

/// Whether an alert is over.
public enum AlertStatus: String, Equatable, Codable, Sendable, CaseIterable {
    /// It is still running.
    case active
    /// It is over.
    case resolved
}

/// The cause of an alert.
public enum AlertKind: String, Equatable, Codable, Sendable, CaseIterable {
    /// The person.
    case manual
    /// A missed check-in.
    case overdue
}

/// How an alert ended.
public enum AlertResolution: String, Equatable, Codable, Sendable, CaseIterable {
    /// The person cancelled it.
    case cancelled
    /// The person checked in after all.
    case lateCheckIn
    /// A responder said that all is well.
    case byResponder
}
