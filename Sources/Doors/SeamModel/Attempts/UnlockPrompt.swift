package import Wire

/// What an attempt waits for its person to do, as its own callers are told. The page may be as good as a key: it is in
/// no journal and no `unlock.watch`, and what prints this leaves it out.
package struct UnlockPrompt: Sendable, Hashable {
    /// What the person is to do.
    package enum Kind: String, Sendable, CaseIterable {
        /// Open the page, and authorize there.
        case completeOTP = "complete_otp"
    }

    /// For how long an attempt's time stands still at most, in all.
    package static let longest = Duration.seconds(300)

    package var attemptID: String
    package var credentialID: String
    package var kind: Kind
    /// For the person, in the provider's words.
    package var text: String
    /// An https address of printable ASCII, at most 2,048 bytes; secret.
    package var otpURL: String
    /// How long the page is waited for, from when this is read.
    package var expires: Duration

    package init(
        attemptID: String, credentialID: String, kind: Kind = .completeOTP, text: String, otpURL: String,
        expires: Duration
    ) {
        (self.attemptID, self.credentialID, self.kind) = (attemptID, credentialID, kind)
        (self.text, self.otpURL, self.expires) = (text, otpURL, expires)
    }
}

extension UnlockPrompt: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        attemptID = try fields.string("attempt_id", bytes: 1...128)
        credentialID = try fields.string("credential_id", bytes: 1...128)
        kind = try fields.enumeration("kind")
        text = try fields.string("text", bytes: 0...1_024)
        otpURL = try fields.string("otp_url", bytes: 0...2_048)
        expires = .milliseconds(try fields.integer("expires_ms", in: 0...Self.longest.milliseconds))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("attempt_id", attemptID)
        writer.member("credential_id", credentialID)
        writer.member("kind", kind.rawValue)
        writer.member("text", text)
        writer.member("otp_url", otpURL)
        writer.member("expires_ms", expires.milliseconds)
    }
}

/// Keeps the page out of whatever prints the prompt.
extension UnlockPrompt: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a prompt of \(attemptID), hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
