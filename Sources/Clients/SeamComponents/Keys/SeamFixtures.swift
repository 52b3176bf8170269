public import SeamCombine
public import SeamSDK
public import SeamSwiftUI

/// Keys and a service for previews and tests. There is one key for each error, and some keys that open.
public nonisolated enum SeamFixtures {
    /// Each error that a key can have, the most urgent first.
    public static let errors: [SeamCredentialError] = [
        .expired, .unsupportedDevice, .contactSeamSupport, .userInteractionRequired(.appRestartRequired),
        .userInteractionRequired(.grantBluetoothPermission), .userInteractionRequired(.enableBluetooth),
        .userInteractionRequired(.completeOtpAuthorization(otpUrl: otpPage)), .userInteractionRequired(.enableInternet),
        .awaitingLocalCredential, .unknown,
    ]

    private static var otpPage: URL { URL(string: "https://connect.example/otp/8F2K") ?? URL(filePath: "/") }

    /// Creates a key. By default, the key opens.
    public static func credential(
        id: String = "front", name: String = "Front Door", location: String = "Harbour House",
        isManaged: Bool = true, expiry: Date? = nil, cardNumber: String? = nil, code: String? = nil,
        errors: [SeamCredentialError] = []
    ) -> SeamAccessCredential {
        SeamAccessCredential(
            id: id, isManaged: isManaged, name: name, location: location, expiry: expiry, cardNumber: cardNumber,
            code: code, errors: errors)
    }

    /// A key that opens, an unmanaged key, a key with a code and a card, and one key for each error.
    public static let credentials: [SeamAccessCredential] =
        [
            credential(), credential(id: "shed", name: "Shed", location: "", isManaged: false),
            credential(id: "gate", name: "Gate", cardNumber: "1234567890", code: "4711"),
        ]
        + errors.enumerated().map { place, error in
            credential(id: "error-\(place)", name: "Room \(101 + place)", errors: [error])
        }
}

/// A service for previews that needs no daemon. The service has the given keys, and opens every door immediately.
public final class SeamPreviewService: SeamServiceProtocol {
    /// The keys. The value is empty while nobody is signed in.
    @Published public private(set) var credentials: [SeamAccessCredential]
    /// Whether somebody is signed in.
    @Published public private(set) var isActive: Bool
    private let kept: [SeamAccessCredential]

    /// Creates a service with these keys. The value of `isActive` says whether somebody is signed in.
    public init(credentials: [SeamAccessCredential] = SeamFixtures.credentials, isActive: Bool = true) {
        kept = credentials
        self.credentials = isActive ? credentials : []
        self.isActive = isActive
    }

    /// The value of ``isActive``, now and after each change.
    public var isActivePublisher: AnyPublisher<Bool, Never> { $isActive.eraseToAnyPublisher() }
    /// The value of ``credentials``, now and after each change.
    public var credentialsPublisher: AnyPublisher<[SeamAccessCredential], Never> { $credentials.eraseToAnyPublisher() }

    /// Accepts any token that is not empty.
    public func initialize(clientSessionToken: String) throws {
        if clientSessionToken.isEmpty { throw SeamError.invalidClientSessionToken }
    }

    /// Signs in.
    public func activate() async throws { (credentials, isActive) = (kept, true) }

    /// Returns the keys.
    @discardableResult public func refresh() async throws -> [SeamAccessCredential] { credentials }

    /// Reports that an attempt has begun and has succeeded. If the key has errors or does not exist, does not report
    /// this.
    public func unlock(
        using credentialId: String, timeout: TimeInterval
    ) throws -> AnyPublisher<SeamAccessUnlockEvent, Never> {
        guard let key = credentials.first(where: { $0.id == credentialId }) else { throw SeamError.invalidCredentialId }
        guard key.errors.isEmpty else { throw SeamError.credentialErrors(key.errors) }
        return Just(.launched).append(Just(.grantedAccess)).eraseToAnyPublisher()
    }

    /// Signs out.
    public func deactivate(deintegrate: Bool) async { (credentials, isActive) = ([], false) }
}
