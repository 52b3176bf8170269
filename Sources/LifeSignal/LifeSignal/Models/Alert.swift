public import Foundation

/// A time during which a person needed help, or seemed to.
public struct Alert: Equatable, Identifiable, Codable, Sendable {
    /// The random id of this alert.
    public let id: UUID
    /// The person who needs help.
    public let userID: UUID
    /// When the alert began.
    public let timestamp: Date
    /// Whether the alert is active or resolved.
    public let status: AlertStatus
    /// When the alert ended.
    public var resolvedTimestamp: Date?
    /// The person who ended the alert.
    public var resolvedBy: UUID?
    /// The cause of the alert.
    public var kind: AlertKind
    /// How the alert ended.
    public var resolution: AlertResolution?
    /// The first responder who said that they are on the way.
    public var acknowledgedBy: UUID?
    /// When that first responder said that they are on the way.
    public var acknowledgedAt: Date?

    /// Creates an alert that the person raised, unless `kind` says otherwise.
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
    /// The alert is still running.
    case active
    /// The alert is over.
    case resolved
}

/// The cause of an alert.
public enum AlertKind: String, Equatable, Codable, Sendable, CaseIterable {
    /// The person raised the alert.
    case manual
    /// The person missed a check-in.
    case overdue
}

/// How an alert ended.
public enum AlertResolution: String, Equatable, Codable, Sendable, CaseIterable {
    /// The person cancelled the alert.
    case cancelled
    /// The person checked in after all.
    case lateCheckIn
    /// A responder said that all is well.
    case byResponder
}
