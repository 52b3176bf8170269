package import SeamWords
package import SignalCore
package import Wire

/// A person as the store keeps them.
package struct PersonRecord: Sendable, Hashable {
    /// The person's id: 16 random bytes.
    package var id: [UInt8]
    package var profile: Profile
    /// The deadline and the alarm that are running for the person.
    package var watch = SignalWatch()
    /// The messages that the person does not want, by their names on the wire.
    package var silenced: Set<String>
    /// The language of the person's messages, or nil for the machine's language.
    package var language: SeamLanguage?
    /// The stored form of the person's PINs, or nil if the person has no PIN.
    package var pins: PINSeals?
    /// When the person first signed in.
    package var since: Timestamp

    /// When the person left while a secret alarm was running, which others still answer. Nobody is signed in as this
    /// person, and the person's number is free. For everyone else, this is nil.
    package var goneAt: Timestamp?

    /// Both names, as others see them. The value is empty until the person has entered them.
    package var name: String {
        [profile.firstName, profile.lastName].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The person's name in messages. If the person has no name, it is the first and last digits of the person's
    /// number.
    package var spokenName: String { name.isEmpty ? ProfileText.hint(profile.phone) : name }

    /// The helper who is on the way in an alarm, as one of the person's contacts.
    package var helper: [UInt8]?

    /// Whether the running alarm was sent but is not stored.
    package var isUnstored = false

    /// The number of the person's current state. It grows with every stored change.
    package var revision: Int64 = 0

    /// The sealed part of a person's data.
    package struct Profile: JSONRecord, Hashable {
        package var phone: String
        package var firstName: String
        package var lastName: String
        package var note: String
        /// The id in the person's QR code: 16 random bytes.
        package var qrCodeID: [UInt8]
        /// The name of the picture that contacts see (``SignalStore/imageName(of:)``), or nil if they see none.
        package var image: [UInt8]?

        /// Creates a profile.
        package init(phone: String, firstName: String = "", lastName: String = "", note: String = "", qrCodeID: [UInt8])
        {
            self.phone = phone
            self.firstName = firstName
            self.lastName = lastName
            self.note = note
            self.qrCodeID = qrCodeID
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            phone = try fields.string("phone", bytes: 0...16)
            firstName = try fields.string("first_name", bytes: 0...1024)
            lastName = try fields.string("last_name", bytes: 0...1024)
            note = try fields.string("note", bytes: 0...65_536)
            qrCodeID = try fields.bytes("qr", count: 16...16)
            image = try fields.optionalBytes("image", count: 32...32)
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("phone", phone)
            writer.member("first_name", firstName)
            writer.member("last_name", lastName)
            writer.member("note", note)
            writer.member("qr", bytes: qrCodeID)
            if let image { writer.member("image", bytes: image) }
        }
    }

    /// Creates a person who has just signed in for the first time.
    package init(id: [UInt8], phone: String, qrCodeID: [UInt8], since: Timestamp) {
        self.id = id
        profile = Profile(phone: phone, qrCodeID: qrCodeID)
        silenced = []
        self.since = since
    }
}

/// A person's settings as stored: words separated by spaces. Unwanted messages are given by their names on the wire,
/// and a language is given as `language=es`.
struct KeptPreferences {
    private static let mark = "language="

    var silenced: Set<String>
    /// The chosen language. For the machine's language, and for a language that this version does not have, the value
    /// is nil.
    var language: SeamLanguage?

    init(_ person: PersonRecord) { (silenced, language) = (person.silenced, person.language) }

    init(kept text: String) {
        let words = text.split(separator: " ").map(String.init)
        silenced = Set(words.filter { !$0.hasPrefix(Self.mark) })
        language = words.first { $0.hasPrefix(Self.mark) }.flatMap {
            SeamLanguage(spoken: $0.dropFirst(Self.mark.count))
        }
    }

    /// The stored form of the settings.
    var text: String {
        (silenced.sorted() + [language.map { "\(Self.mark)\($0.code)" }].compactMap(\.self)).joined(separator: " ")
    }
}

/// Makes sure that printed output does not contain the person's names, number and note.
extension PersonRecord: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a person" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A person in a list for administrators.
package struct PersonSummary: Sendable, Hashable {
    package var number: Int64
    package var id: [UInt8]
    /// The person's number, or nil if the person's rows are unreadable.
    package var phone: String?
    package var since: Timestamp
    package var sessions: Int
}
