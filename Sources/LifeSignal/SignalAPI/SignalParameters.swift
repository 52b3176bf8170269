import DaemonCore
package import Wire

/// How parameters are read. Input from people and programs is checked to the letter.
extension JSONFields {
    /// The session that is meant; nil for the caller's default.
    mutating func optionalSessionName() throws(FieldFault) -> String? {
        guard let name = try optionalString("session", bytes: 1...32) else { return nil }
        guard SessionID.isName(name) else {
            throw fault("session", "must be of a-z, 0-9, dot, underscore and hyphen")
        }
        return name
    }

    /// A telephone number as E.164 writes it.
    mutating func phone(_ key: StaticString) throws(FieldFault) -> String {
        let text = try string(key, bytes: 8...16)
        guard Self.isPhone(text) else {
            throw fault(key, "must be a plus sign, the country's code and the number, 7 to 15 digits")
        }
        return text
    }

    /// A telephone number as somebody has written it. What it stands for is the server's to say.
    mutating func typedPhone(_ key: StaticString) throws(FieldFault) -> String {
        try string(key, bytes: 0...JSONLimits.wire.stringBytes)
    }

    /// The six digits of a code.
    mutating func code(_ key: StaticString) throws(FieldFault) -> String {
        let text = try string(key, bytes: 6...6)
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw fault(key, "must be six digits")
        }
        return text
    }

    /// The four to eight digits of a PIN, or nil if the member is absent.
    mutating func optionalPIN(_ key: StaticString = "pin") throws(FieldFault) -> String? {
        guard let text = try optionalString(key, bytes: 4...8) else { return nil }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw fault(key, "must be four to eight digits")
        }
        return text
    }

    /// A channel's name.
    mutating func channel(_ key: StaticString) throws(FieldFault) -> String {
        let text = try string(key, bytes: 1...32)
        let isName = text.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "-")
        }
        guard isName else { throw fault(key, "must be of a-z, 0-9 and hyphen") }
        return text
    }

    private static func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.utf8.first == UInt8(ascii: "+") && (7...15).contains(digits.count)
            && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The parameters of methods that only need to know the session.
package struct SignalSessionParams: JSONRecord, Hashable {
    /// `[a-z0-9._-]{1,32}`; nil for the caller's default session.
    package var session: String?

    package init(session: String? = nil) {
        self.session = session
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
    }
}

/// The parameters of methods that a PIN may come with.
package struct GuardedParams: JSONRecord, Hashable {
    package var session: String?
    package var pin: String?

    package init(session: String? = nil, pin: String? = nil) { (self.session, self.pin) = (session, pin) }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        pin = try fields.optionalPIN()
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("pin", pin)
    }
}

/// Keeps the PIN out of whatever prints the parameters.
extension GuardedParams: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default")" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
