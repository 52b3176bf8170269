package import SeamModel
package import Wire

/// `session.exchange`: begins an ephemeral session with a visitor's code.
package enum SessionExchange: TypedMethod {
    package static let name = "session.exchange"
    package typealias Result = SessionStatus

    package struct Params: JSONRecord, Hashable {
        /// What the visitor showed: 1 to 128 bytes of `!` to `~`.
        package var code: String
        /// How long the session may be without use, 10 s to an hour; nil for
        /// ``SessionInitialize/Params/defaultIdleTimeout``.
        package var idleTimeout: Duration?

        package init(code: String, idleTimeout: Duration? = nil) {
            self.code = code
            self.idleTimeout = idleTimeout
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            code = try fields.string("code", bytes: 1...128)
            idleTimeout = try fields.optionalMilliseconds("idle_timeout_ms", in: 10_000...3_600_000)
            guard Self.isCode(code) else { throw fields.fault("code", "must be of printable ASCII without blanks") }
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("code", code)
            writer.member("idle_timeout_ms", idleTimeout?.milliseconds)
        }

        /// Whether a text has the shape of a code; only the operator's desk knows whether it is one.
        package static func isCode(_ text: String) -> Bool {
            (1...128).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }
}

/// Keeps the code out of whatever prints the parameters.
extension SessionExchange.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "code hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
