import Foundation
import TestSupport

/// A mail as a mail program received it.
package enum ReceivedMail {
    /// The text of the mail with these lines, which may be a part beside HTML. The lines may have others before them,
    /// and the text's last line may have a space and more behind it.
    package static func text(_ lines: [String]) throws -> String {
        let part = lines.drop { !$0.hasPrefix("Content-Type: text/plain") }
        let headers = part.prefix { !$0.isEmpty }
        let body = part.dropFirst(headers.count + 1).prefix { !$0.hasPrefix("--=_") }
        guard headers.contains("Content-Transfer-Encoding: base64") else { return body.joined(separator: "\n") }
        let letters = body.joined().prefix { $0 != " " && $0 != "." }
        guard let bytes = Data(base64Encoded: String(letters)) else { throw TestFailure("no Base64: \(letters)") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
