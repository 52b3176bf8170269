/// Something to know before a key is used. It stops nothing: the key opens anyway.
public struct SeamCredentialWarning: Equatable, Hashable, Sendable {
    /// The subject: ``privacyMode``, ``lockBatteryLow`` or another of Seam's warning codes; at most 64 bytes.
    public let code: String
    /// The same as an English sentence of at most 1,024 bytes. The people who run the building write some of it: do not
    /// treat it as markup.
    public let message: String
    /// The door that it is about, for people; nil if it is about the whole key. At most 1,024 bytes, and no markup.
    public let entranceName: String?

    /// A door is in privacy mode: somebody inside does not want to be disturbed. Ask before it is opened.
    public static let privacyMode = "privacy_mode"
    /// A lock that is bound here said that its battery is low.
    public static let lockBatteryLow = "lock_battery_low"

    /// Makes a warning for previews and tests.
    public init(code: String, message: String, entranceName: String? = nil) {
        self.code = code
        self.message = message
        self.entranceName = entranceName
    }
}
