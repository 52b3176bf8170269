import ConfigurationFiles
import LinuxSupport
import SeamWords
import Wire

/// The contents of `/etc/seam/kiosk.json`, read once at startup.
nonisolated struct KioskConfiguration: ConfigurationFile, Equatable {
    /// A night, in minutes after midnight in local time. A night may extend past midnight.
    struct Night: Equatable, Sendable {
        var begins: Int
        var ends: Int

        /// Whether the minute `minute` is at night.
        func contains(_ minute: Int) -> Bool {
            begins <= ends ? (begins..<ends).contains(minute) : minute >= begins || minute < ends
        }
    }

    /// The text on the idle screen. It names the building, not a person.
    var name: String
    /// The text after "Help:". It says whom a visitor can ask for help.
    var help: String
    /// The path of the session daemon's socket, or nil for the default.
    var socket: String?
    /// The path of LifeSignal's socket, or nil for the default.
    var signalSocket: String?
    /// The languages from which visitors choose, with the default language first.
    var languages: [SeamLanguage]
    /// A theme's name or file, or nil for the default theme.
    var theme: String?
    /// Whether typed codes may contain letters. If so, the screen has keys for letters.
    var hasLetters: Bool
    /// Whether the screen sounds when a door has opened, and when it has not.
    var hasSound: Bool
    /// The time of day during which the idle screen is dark.
    var night: Night?
    /// The file with the hash of the staff PIN, which `seam tui --kiosk --set-pin` creates. If the value is nil, staff
    /// cannot sign in.
    var staffPIN: String?
    /// The folder for the data that outlives the program. This data is the staff's PIN attempts, and whether the kiosk
    /// is out of service.
    var state: String?
    /// The durations of a visit's stages.
    var times: KioskTimes

    static let place = "/etc/seam/kiosk.json"
    static let mayBeAbsent = false

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        name = try fields.string("name", bytes: 1...64)
        help = try fields.string("help", bytes: 1...120)
        socket = try fields.optionalString("socket", bytes: 1...107)
        signalSocket = try fields.optionalString("lifesignal_socket", bytes: 1...107)
        languages = try Self.languages(&fields)
        theme = try fields.optionalString("theme", bytes: 1...4096)
        hasLetters = try fields.optionalBool("letters") ?? false
        hasSound = try fields.optionalBool("sound") ?? true
        staffPIN = try fields.optionalString("staff_pin", bytes: 1...4096)
        state = try fields.optionalString("state", bytes: 1...4096)
        var times = KioskTimes()
        if let idle = try fields.optionalMilliseconds("idle_ms", in: 10_000...600_000) { times.idle = idle }
        if let warning = try fields.optionalMilliseconds("warning_ms", in: 20_000...120_000) { times.warning = warning }
        if let cap = try fields.optionalMilliseconds("cap_ms", in: 60_000...3_600_000) { times.cap = cap }
        if let more = try fields.optionalInteger("extensions", in: 10...100) { times.extensions = Int(more) }
        if let after = try fields.optionalMilliseconds("after_opening_ms", in: 20_000...600_000) {
            times.afterOpening = after
        }
        self.times = times
        night = try Self.night(&fields)
    }

    private static func languages(_ fields: inout JSONFields) throws -> [SeamLanguage] {
        guard fields.has("languages") else { return [.english, .spanish, .german] }
        var languages: [SeamLanguage] = []
        for code in try fields.strings("languages", count: 1...9, bytes: 2...2) {
            guard let language = SeamLanguage(rawValue: code), language != .pseudo, !languages.contains(language) else {
                throw fields.fault("languages", "may contain en, es and de, each once")
            }
            languages.append(language)
        }
        return languages
    }

    private static func night(_ fields: inout JSONFields) throws -> Night? {
        guard var night = try fields.optionalFields("night") else { return nil }
        let bounds = Night(begins: try minute(&night, "from"), ends: try minute(&night, "to"))
        try night.end()
        return bounds
    }

    private static func minute(_ fields: inout JSONFields, _ key: StaticString) throws -> Int {
        let parts = try fields.string(key, bytes: 5...5).split(separator: ":", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            part.utf8.count == 2 && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard parts.count == 2, areDigits, let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24,
            minute < 60
        else { throw fields.fault(key, "is not a time of day such as 22:30") }
        return hour * 60 + minute
    }
}
