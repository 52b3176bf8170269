import Foundation
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// The lines that people read. Placeholders such as `{time}`, `{id}` and `{word}` replace times, ids, alarm words and
/// codes.
struct Saying {
    let bench: SignalBench

    /// Runs a command for the person in a session. Returns the lines on standard output, followed by the lines on
    /// standard error.
    func callAsFunction(
        _ arguments: String..., by session: String? = nil, input: String = ""
    ) async throws -> [String] {
        // Makes the daemon look immediately, so that its last look is recent, even on a busy machine.
        try? bench.advance(.zero)
        let run = try await SignalCommandTests.seam(
            bench, arguments + (session.map { ["--session", $0] } ?? []), input: input)
        // The table has the sentences for the default session. Advised commands do not name this session.
        let text = run.output + run.errors
        return Self.lines(session.map { text.replacing(" --session \($0)", with: "") } ?? text)
    }

    /// A person's messages since the last call, with their titles. The newest message comes first.
    func news(of session: String? = nil) async throws -> [String] {
        try await callAsFunction("inbox", "--unread", "--read", by: session).map {
            String($0.dropFirst($0.hasPrefix("* {time}  ") ? 10 : 0))
        }
    }

    /// The operator's messages, with the newest first.
    func operatorNews() throws -> [String] {
        try bench.administrator().call(OutboxList.self, .init()).elements.map { Self.clean($0.text) }
    }

    /// The word of a person's alarm.
    func word(of session: String? = nil) throws -> String {
        try bench.client().call(AlertGet.self, .init(session: session)).alert?.word ?? ""
    }

    static func lines(_ text: String) -> [String] { text.split(separator: "\n").map { clean(String($0)) } }

    static func clean(_ text: String) -> String {
        text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}(?: UTC)?/, with: "{time}")
            .replacing(/\b[A-HJ-NP-Z]{6}\b/, with: "{word}")
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "{id}")
    }

    /// Signs another person in to a session of their own, gives this person a name, and makes the person Ada's
    /// responder.
    func responder(_ session: String, _ name: String, _ phone: String, tier: Int? = nil) throws {
        try bench.signIn(phone, session: session)
        let client = try bench.client()
        _ = try client.call(
            UserUpdate.self, .init(session: session, firstName: name, lastName: "Quux", emergencyNote: ""))
        _ = try ContactTests.add(bench, session, by: nil, isResponder: true, tier: tier)
        let asked = try #require(try ContactTests.contacts(bench, session).first)
        _ = try client.call(ContactAccept.self, .init(session: session, contact: asked.id))
    }
}
