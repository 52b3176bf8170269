package import Wire

/// How a cloud credential opens a door (`access_method`).
package enum CloudAccessMethod: Equatable, Hashable, Sendable {
    /// A PIN typed at the door.
    case code
    /// A physical card.
    case card
    /// A key held by this machine that opens over the air.
    case mobileKey
    /// A key that only the cloud can use.
    case cloudKey
    /// A method this version does not know, as the cloud spelled it; such a credential opens nothing here.
    case other(String)

    /// Reads the cloud's spelling; every string is accepted.
    package init(cloudName: String) {
        self =
            switch cloudName {
            case "code": .code
            case "card": .card
            case "mobile_key": .mobileKey
            case "cloud_key": .cloudKey
            default: .other(cloudName)
            }
    }

    /// The cloud's spelling.
    package var cloudName: String {
        switch self {
        case .code: "code"
        case .card: "card"
        case .mobileKey: "mobile_key"
        case .cloudKey: "cloud_key"
        case .other(let name): name
        }
    }
}

/// A door code or card number as the cloud sent it: a secret that no description shows.
package struct CloudSecretText: Equatable, Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The text itself; only for the sealed store and for `credentials.reveal`.
    package let revealed: String

    /// Wraps the text.
    package init(_ revealed: String) {
        self.revealed = revealed
    }

    /// A constant, so interpolating a credential into a log line reveals nothing.
    package var description: String { "••••" }

    /// Empty, so `dump` and test failures reveal nothing either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One row of `/acs/credentials/list`.
///
/// It is a class, so a credential that two reads find unchanged is in memory only once.
package final class CloudCredential: Equatable, Sendable {
    /// `acs_credential_id`: 1 to 128 of `[A-Za-z0-9_-]`. An id with a colon is refused at decoding, because ids with
    /// a colon are this machine's own.
    package let id: String
    /// The access system it belongs to.
    package let systemID: String
    /// The workspace it belongs to; the same as the session's in every accepted snapshot.
    package let workspaceID: String
    /// The access system's user that holds it, if any.
    package let userID: String?
    /// The person that holds it, if the cloud says so.
    package let userIdentityID: String?
    /// The name people see. Untrusted text.
    package let displayName: String
    /// How it opens.
    package let accessMethod: CloudAccessMethod
    /// Whether Seam manages it.
    package let isManaged: Bool
    /// When it begins to be valid; absent means from the beginning of time.
    package let startsAt: Timestamp?
    /// When it stops being valid (at this instant it is expired); absent means no end.
    package let endsAt: Timestamp?
    /// The door code of a `code` credential.
    package let code: CloudSecretText?
    /// The number of a `card` credential.
    package let cardNumber: CloudSecretText?
    /// Whether the access system has issued it; absent if the system does not say.
    package let isIssued: Bool?
    /// Whether the provider has the latest desired state; absent if the system does not say.
    package let isLatestDesiredStateSynced: Bool?
    /// Whether it is the parent of one key per phone.
    package let isMultiPhoneSync: Bool
    /// The multi-phone parent that this one was made for.
    package let parentID: String?
    /// The vendor's kind of credential, for example `salto_space_key`; ``CloudProvider`` maps it to a provider.
    package let externalType: String?
    /// The cloud's issues with it.
    package let issues: CloudIssues

    /// Makes a credential; only the identity and the method are required.
    package init(
        id: String,
        systemID: String,
        workspaceID: String,
        userID: String? = nil,
        userIdentityID: String? = nil,
        displayName: String,
        accessMethod: CloudAccessMethod,
        isManaged: Bool = true,
        startsAt: Timestamp? = nil,
        endsAt: Timestamp? = nil,
        code: CloudSecretText? = nil,
        cardNumber: CloudSecretText? = nil,
        isIssued: Bool? = nil,
        isLatestDesiredStateSynced: Bool? = nil,
        isMultiPhoneSync: Bool = false,
        parentID: String? = nil,
        externalType: String? = nil,
        issues: CloudIssues = .none
    ) {
        self.id = id
        self.systemID = systemID
        self.workspaceID = workspaceID
        self.userID = userID
        self.userIdentityID = userIdentityID
        self.displayName = displayName
        self.accessMethod = accessMethod
        self.isManaged = isManaged
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.code = code
        self.cardNumber = cardNumber
        self.isIssued = isIssued
        self.isLatestDesiredStateSynced = isLatestDesiredStateSynced
        self.isMultiPhoneSync = isMultiPhoneSync
        self.parentID = parentID
        self.externalType = externalType
        self.issues = issues
    }

    /// Whether both have the same content.
    package static func == (left: CloudCredential, right: CloudCredential) -> Bool {
        left === right
            || left.id == right.id && left.systemID == right.systemID && left.workspaceID == right.workspaceID
                && left.userID == right.userID && left.userIdentityID == right.userIdentityID
                && left.displayName == right.displayName && left.accessMethod == right.accessMethod
                && left.isManaged == right.isManaged && left.startsAt == right.startsAt && left.endsAt == right.endsAt
                && left.code == right.code && left.cardNumber == right.cardNumber && left.isIssued == right.isIssued
                && left.isLatestDesiredStateSynced == right.isLatestDesiredStateSynced
                && left.isMultiPhoneSync == right.isMultiPhoneSync && left.parentID == right.parentID
                && left.externalType == right.externalType && left.issues == right.issues
    }

    /// The same credential, but with texts that many rows share taken from `pool`.
    package func sharing(_ pool: inout TextPool) -> CloudCredential {
        CloudCredential(
            id: id, systemID: pool.shared(systemID), workspaceID: pool.shared(workspaceID),
            userID: userID.map { pool.shared($0) }, userIdentityID: userIdentityID.map { pool.shared($0) },
            displayName: displayName, accessMethod: accessMethod, isManaged: isManaged, startsAt: startsAt,
            endsAt: endsAt, code: code, cardNumber: cardNumber, isIssued: isIssued,
            isLatestDesiredStateSynced: isLatestDesiredStateSynced, isMultiPhoneSync: isMultiPhoneSync,
            parentID: parentID, externalType: externalType.map { pool.shared($0) }, issues: issues)
    }
}

/// Texts that many rows share, each in memory once.
package struct TextPool: Sendable {
    /// The maximum number of texts kept: enough for the people, systems and doors of a workspace.
    private static let longest = 8_192

    private var texts: [String: String] = [:]

    /// Creates an empty pool.
    package init() {}

    /// The pool's own copy of the text.
    package mutating func shared(_ text: String) -> String {
        if let known = texts[text] { return known }
        if texts.count < Self.longest { texts[text] = text }
        return text
    }
}
