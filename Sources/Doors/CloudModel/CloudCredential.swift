package import Wire

/// How a cloud credential opens a door (`access_method`).
package enum CloudAccessMethod: Equatable, Hashable, Sendable {
    /// A PIN typed at the door.
    case code
    /// A physical card.
    case card
    /// A key that this machine holds and that opens a door over the air.
    case mobileKey
    /// A key that only the cloud can use.
    case cloudKey
    /// A method that this version does not know, as the cloud spells it. Such a credential opens nothing on this
    /// machine.
    case other(String)

    /// Reads the cloud's name for a method. Every string is accepted.
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

    /// The cloud's name for the method.
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
    /// The text itself. Only the sealed store and `credentials.reveal` may use it.
    package let revealed: String

    /// Wraps the text.
    package init(_ revealed: String) {
        self.revealed = revealed
    }

    /// A constant text, so that interpolating a credential into a log line reveals nothing.
    package var description: String { "••••" }

    /// An empty mirror, so that `dump` and test failures reveal nothing either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One row of `/acs/credentials/list`.
///
/// This is a class. If two reads find a credential unchanged, it is therefore in memory only once.
package final class CloudCredential: Equatable, Sendable {
    /// The `acs_credential_id`: 1 to 128 characters of `[A-Za-z0-9_-]`. Decoding refuses an id with a colon, because
    /// ids with a colon are this machine's own.
    package let id: String
    /// The access system to which the credential belongs.
    package let systemID: String
    /// The workspace to which the credential belongs. In every accepted snapshot, this is the session's workspace.
    package let workspaceID: String
    /// The user of the access system who holds the credential, if any.
    package let userID: String?
    /// The person who holds the credential, if the cloud reports one.
    package let userIdentityID: String?
    /// The name that people see. It is untrusted text.
    package let displayName: String
    /// How the credential opens a door.
    package let accessMethod: CloudAccessMethod
    /// Whether Seam manages the credential.
    package let isManaged: Bool
    /// When the credential becomes valid. If its validity has no beginning, the value is absent.
    package let startsAt: Timestamp?
    /// When the credential expires. If it has no end, the value is absent. At this instant, the credential is already
    /// expired.
    package let endsAt: Timestamp?
    /// The door code of a `code` credential.
    package let code: CloudSecretText?
    /// The number of a `card` credential.
    package let cardNumber: CloudSecretText?
    /// Whether the access system has issued the credential. If the system does not report this, the value is absent.
    package let isIssued: Bool?
    /// Whether the provider has the latest state that the cloud wants. If the system does not report this, the value is
    /// absent.
    package let isLatestDesiredStateSynced: Bool?
    /// Whether the credential is a multi-phone parent, which has one key per phone.
    package let isMultiPhoneSync: Bool
    /// The multi-phone parent for which this credential was made.
    package let parentID: String?
    /// The vendor's kind of credential, for example `salto_space_key`; ``CloudProvider`` maps it to a provider.
    package let externalType: String?
    /// The issues that the cloud reports for this object.
    package let issues: CloudIssues

    /// Creates a credential. Only its identity and its method are required.
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

    /// Whether both credentials have the same content.
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

    /// The same credential. Texts that many rows share come from `pool`.
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

/// A pool of texts that many rows share. Each text is in memory only once.
package struct TextPool: Sendable {
    /// The largest number of texts in the pool. It is enough for the people, systems and doors of a workspace.
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
