/// A warning to read before a key is used. The warning does not keep the key from working.
public struct SeamCredentialWarning: Equatable, Hashable, Sendable {
    /// The kind of warning: ``privacyMode``, ``lockBatteryLow`` or another of Seam's warning codes. The code has at
    /// most 64 bytes.
    public let code: String
    /// The warning as an English sentence of at most 1,024 bytes. The building's operators write parts of the text, so
    /// do not treat it as markup.
    public let message: String
    /// The name of the door in question, or nil if the warning is about the whole key. The name has at most 1,024 bytes
    /// and must not be treated as markup.
    public let entranceName: String?

    /// The code of a warning that a door is in privacy mode, because somebody inside does not want to be disturbed. Ask
    /// the person before opening the door.
    public static let privacyMode = "privacy_mode"
    /// The code of a warning that a lock bound on this machine has reported a low battery.
    public static let lockBatteryLow = "lock_battery_low"

    /// Creates a warning for previews and tests.
    public init(code: String, message: String, entranceName: String? = nil) {
        self.code = code
        self.message = message
        self.entranceName = entranceName
    }
}
