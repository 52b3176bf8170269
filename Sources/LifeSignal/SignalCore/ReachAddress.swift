package import Wire

/// An address at which somebody can be reached, on one of the sender's channels.
package struct ReachAddress: Sendable, Hashable {
    /// The channel's name: `[a-z0-9-]{1,32}`.
    package let channel: String
    package let address: String

    /// The most bytes that an address may have, except one of kind `push`.
    package static let longest = 254

    /// Checks an address by the rules for its channel's kind. If the kind is unknown, only the rules for all addresses
    /// apply. Throws a fault for `field`. The fault does not repeat any part of the address.
    package init(
        channel: String, address: String, kind: ChannelKind?, _ field: String = "/address"
    ) throws(FieldFault) {
        try Self.check(address, field, longest: kind == .push ? PushAddress.longest : Self.longest)
        if kind == .push, PushAddress(address) == nil {
            throw FieldFault(field, "must be a browser's push service and keys, as a page of LifeSignal gives them")
        }
        if kind == .mail { try Self.checkMail(address, field) }
        self.channel = channel
        self.address = address
    }

    /// Checks an address that somebody has typed or pasted. A telephone number may be written in any form.
    package init(typed text: String, channel: String, kind: ChannelKind?) throws(FieldFault) {
        var address: String
        do throws(PhoneNumber.Fault) {
            address = try PhoneNumber.normal(text)
        } catch {
            guard error == .notANumber else { throw FieldFault("/address", error.message) }
            address = TypedText.seen(text)
            while address.first == " " { address.removeFirst() }
            while address.last == " " { address.removeLast() }
        }
        try self.init(channel: channel, address: address, kind: kind)
    }

    /// Creates an address that was already checked.
    package init(known channel: String, _ address: String) {
        (self.channel, self.address) = (channel, address)
    }

    /// Whether a text is a valid channel name.
    package static func isChannel(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { isLetterOrDigit($0) && !isUpper($0) || $0 == UInt8(ascii: "-") }
    }

    /// Checks the rules for all addresses: an address must be safe on a command line and in a mail header.
    private static func check(_ text: String, _ field: String, longest: Int) throws(FieldFault) {
        guard (1...longest).contains(text.utf8.count) else {
            throw FieldFault(field, "must have 1 to \(longest) bytes")
        }
        guard text.utf8.first != UInt8(ascii: "-") else { throw FieldFault(field, "must not begin with a hyphen") }
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
                throw FieldFault(field, "must have no control characters")
            default: break
            }
        }
        guard text.first != " ", text.last != " " else { throw FieldFault(field, "must not begin or end with a space") }
    }

    /// Checks that the text is a single plain mailbox, with no display name, list or route.
    private static func checkMail(_ text: String, _ field: String) throws(FieldFault) {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].count), !parts[1].isEmpty,
            parts[0].allSatisfy({ isLetterOrDigit($0) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }),
            parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(isLabel)
        else { throw FieldFault(field, "must be a mail address such as name@example.org") }
    }

    /// Whether a text is a label of a host name.
    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isUpper(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The address with only its ends readable: `a…@example.org`, `+4…21`. Of a browser, its push service.
    package var hint: String {
        if let push = PushAddress(address) { return push.host }
        if let place = address.lastIndex(of: "@"), place != address.startIndex {
            return "\(address.prefix(1))…\(address[place...])"
        }
        let end = address.count >= 8 ? 2 : 0
        return "\(address.prefix(address.count >= 4 ? 2 : 0))…\(address.suffix(end))"
    }
}

/// Keeps the address out of printed output.
extension ReachAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "an address at \(channel)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
