package import Wire

extension KioskScreen {
    /// Whether a text is a screen's name, such as `tty1`.
    package static func isName(_ text: String) -> Bool { Rules.screenName.matches(text) }
}

extension KioskScreen.State {
    /// Whether the screen serves people. If staff are using it, this says whether it would otherwise serve people.
    package var serves: Bool { self == .waiting || self == .visit || self == .staff }
}

/// The administrators' settings for all public screens of this machine.
package struct KioskNotice: Sendable, Hashable {
    /// Whether the screens are out of service, so that nobody is served.
    package var isOutOfService: Bool
    /// A line for visitors. It has at most ``longestMessage`` bytes. Nil means that there is no line.
    package var message: String?

    package static let longestMessage = 120

    /// Creates a notice. An empty message means no message.
    package init(isOutOfService: Bool = false, message: String? = nil) {
        self.isOutOfService = isOutOfService
        self.message = message == "" ? nil : message
    }
}

extension KioskNotice: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        guard let isOut = try fields.optionalBool("out_of_service") else { throw fields.missing("out_of_service") }
        self.init(
            isOutOfService: isOut, message: try fields.optionalString("message", bytes: 1...Self.longestMessage))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("out_of_service", isOutOfService)
        writer.member("message", message)
    }
}
