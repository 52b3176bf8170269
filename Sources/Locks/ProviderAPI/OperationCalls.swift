package import Wire

/// The parameters of `operation.phase`.
package struct OperationPhase: Sendable, Hashable {
    /// How far an operation is.
    package enum Phase: String, Sendable, Hashable, CaseIterable {
        /// Proving who we are.
        case authenticating
        /// The lock knows who we are, and the command follows. It has not left yet.
        case operating
        /// The lock said that it acts on this operation's command. A later `status` builds on this claim: it must not
        /// be based on an earlier state of the lock.
        case acting
    }

    /// How far it is.
    package var phase: Phase
    /// More for people; untrusted text.
    package var detail: String?

    /// A phase, with or without more to say.
    package init(_ phase: Phase, detail: String? = nil) {
        self.phase = phase
        self.detail = detail
    }
}

extension OperationPhase: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        phase = try fields.enumeration("phase")
        detail = try fields.optionalString("detail", bytes: 0...4_096)
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("phase", phase.rawValue)
        writer.member("detail", detail)
    }
}

/// The parameters of `operation.prompt`.
package struct OperationPrompt: Sendable, Hashable {
    /// What a person can be asked.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Press the lock's button; answered at once, without a value.
        case pressButton = "press_button"
        /// Enter the lock's PIN.
        case enterPIN = "enter_pin"
        /// Compare what the lock shows.
        case confirmIdentity = "confirm_identity"
        /// Open ``OperationPrompt/otpURL`` and authorize there; answered at once, without a value.
        case completeOTP = "complete_otp"
    }

    /// What is asked.
    package var kind: Kind
    /// The question, for people; untrusted text.
    package var text: String
    /// How long the question makes sense: 1 to 300 seconds.
    package var expires: Duration
    /// The page to open: an https address of printable ASCII, at most 2,048 bytes. Only for ``Kind/completeOTP``.
    ///
    /// Untrusted, and whoever has it can authorize: show it to the person who unlocks, and never log it.
    package var otpURL: String?

    /// The longest that a question makes sense.
    package static let longest = Duration.seconds(300)

    /// A question.
    package init(_ kind: Kind, text: String, expires: Duration, otpURL: String? = nil) {
        self.kind = kind
        self.text = text
        self.expires = expires
        self.otpURL = otpURL
    }

    private static let scheme = "https://"

    /// A name before the host would say another one than that which is asked.
    private static func isPage(_ url: String) -> Bool {
        let host = url.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        return url.hasPrefix(scheme) && !host.isEmpty && !host.contains("@")
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension OperationPrompt: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        kind = try fields.enumeration("kind")
        text = try fields.string("text", bytes: 0...4_096)
        expires = .milliseconds(try fields.integer("expires_ms", in: 1_000...Self.longest.milliseconds))
        otpURL = try fields.optionalString("otp_url", bytes: 0...2_048)
        guard (otpURL != nil) == (kind == .completeOTP) else {
            throw FieldFault(fields.pointer("otp_url"), "must be there with complete_otp, and with no other kind")
        }
        guard otpURL.map(Self.isPage) ?? true else {
            throw FieldFault(
                fields.pointer("otp_url"), "must be an https address of printable ASCII, without a user's name")
        }
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("kind", kind.rawValue)
        writer.member("text", text)
        writer.member("expires_ms", expires.milliseconds)
        writer.member("otp_url", otpURL)
    }
}

/// The result of `operation.prompt`.
package struct OperationAnswer: Sendable, Hashable {
    /// What the person entered, at most 64 characters; nil where nothing is to be entered.
    ///
    /// May be secret.
    package var value: String?

    /// An answer.
    package init(value: String? = nil) {
        self.value = value
    }
}

extension OperationAnswer: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        value = try fields.optionalString("value", bytes: 0...256)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("value", value)
    }
}
