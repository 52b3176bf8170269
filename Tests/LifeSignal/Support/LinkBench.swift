import SignalAPI
import TestSupport
import Wire

/// A bench whose messages have links: Ben and Cleo are Ada's responders, each with an address of a box.
package enum LinkBench {
    /// Where the links begin.
    package static let url = "https://alarm.example.org"

    /// Starts the daemons. Without a `url`, there are no links. There are `others` more responders, whose sessions are
    /// `other-0` and so on.
    package static func make(url: String? = url, others: Int = 0) async throws -> (SenderBench, PostBox) {
        var box: PostBox?
        let bench = try await SenderBench(told: [], web: url) { directory in
            box = try PostBox("box", in: directory)
            return [.members(("name", "box"), ("kind", "program"), ("program", "box"))]
        }
        guard let box else { throw TestFailure("no box") }
        try bench.agree()
        try agree(bench, "cleo", "+33612345678")
        for number in 0..<others { try agree(bench, "other-\(number)", "+336123450\(10 + number)") }
        for session in ["ben", "cleo"] { try bench.addBen(box, session: session) }
        for number in 0..<others { try bench.addBen(box, session: "other-\(number)") }
        return (bench, box)
    }

    /// Makes the person with the number Ada's responder.
    private static func agree(_ bench: SenderBench, _ session: String, _ phone: String) throws {
        let client = try bench.bench.client()
        try bench.bench.signIn(phone, session: session)
        let code = try client.call(UserGet.self, .init(session: session)).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(qrCodeID: code))
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false, tier: nil)
        _ = try client.call(ContactAdd.self, .init(ticket: info.ticket, wish: wish))
        let asked = try client.call(ContactList.self, .init(session: session)).contacts
        _ = try client.call(ContactAccept.self, .init(session: session, contact: asked[0].id))
    }

    /// The tokens in the next messages, by the address.
    package static func tokens(_ box: PostBox, _ count: Int = 2) throws -> [String: String] {
        var found: [String: String] = [:]
        for _ in 0..<count {
            let message = try box.message()
            guard let link = message["link"]?.stringValue, link.hasPrefix("\(url)/a/"),
                message["text"]?.stringValue?.contains(link) == false
            else { throw TestFailure("no link in \(message.text)") }
            found[message["address"]?.stringValue ?? ""] = String(link.split(separator: "/").last ?? "")
        }
        return found
    }
}
