import Foundation
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests that messages are in the language of their reader in every place where people read them.
@Suite(.timeLimit(.minutes(2))) struct MessageLanguageTests {
    /// Runs `seam signal`, and returns its output.
    private static func seam(_ bench: SignalBench, _ arguments: String...) async throws -> String {
        let process = try ChildProcess(
            try Products.executable("seam"), ["signal"] + arguments,
            environment: ["LIFESIGNAL_SOCKET": bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket])
        _ = try await process.awaitExit()
        return process.output + process.errors
    }

    /// The recipient, the subject and the text of a received mail.
    private static func mail(_ box: PostBox) throws -> (to: String, subject: String, text: String) {
        let lines = try box.line().split(separator: "\u{7}", omittingEmptySubsequences: false).map(String.init)
        let headers = lines.prefix { !$0.isEmpty }
        func header(_ name: String) -> String {
            headers.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) } ?? ""
        }
        return (header("To"), header("Subject"), try ReceivedMail.text(lines))
    }

    /// Makes the person in the session `session` another responder of Ada's, who is reached by mail.
    private static func reach(_ bench: SenderBench, _ session: String, by box: PostBox) throws {
        let client = try bench.bench.client()
        _ = try client.call(
            ReachAdd.self, .init(session: session, channel: "mail", address: "\(session)@example.org"))
        let code = try mail(box).text.prefix(6)
        _ = try client.call(ReachVerify.self, .init(session: session, code: String(code)))
    }

    private static func agree(_ bench: SenderBench, _ session: String, _ phone: String) throws {
        let client = try bench.bench.client()
        try bench.bench.signIn(phone, session: session)
        let name = UserUpdate.Params(session: session, firstName: "Cleo", lastName: "Quux", emergencyNote: "")
        let code = try client.call(UserUpdate.self, name).qrCodeID
        let ticket = try client.call(ContactInfoGet.self, .init(session: nil, qrCodeID: code)).ticket
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false)
        _ = try client.call(ContactAdd.self, .init(session: nil, ticket: ticket, wish: wish))
        let asked = try client.call(ContactList.self, .init(session: session)).contacts
        _ = try client.call(ContactAccept.self, .init(session: session, contact: asked[0].id))
    }

    /// One alarm is sent as a mail, and is shown in the inbox and on the screen. Ben reads the message in Spanish, and
    /// Cleo reads it in English.
    @Test("message language: each is told in their language") func eachIsToldInTheirLanguage() async throws {
        var made: PostBox?
        let bench = try await SenderBench(told: []) { directory in
            made = try PostBox("sendmail", in: directory)
            return [
                .members(
                    ("name", "mail"), ("kind", "mail"), ("from", "life@example.org"),
                    ("sendmail", .string(directory.file("senders.d/sendmail"))))
            ]
        }
        let box = try #require(made)
        try bench.agree()
        try Self.agree(bench, "cleo", "+33612345678")
        let said = try await Self.seam(bench.bench, "settings", "--language", "es", "--session", "ben")
        #expect(said == "alerts: on\npings: on\ncheck-ins: on\ncontacts: on\nlanguage: es\n")
        for session in ["ben", "cleo"] { try Self.reach(bench, session, by: box) }
        let screens = try ["ben", "cleo"].map { session in
            try ChildProcess(
                try Products.executable("seam"), ["signal", "inbox", "--watch", "--unread", "--session", session],
                environment: ["LIFESIGNAL_SOCKET": bench.bench.socket])
        }
        for screen in screens { try await screen.awaitOutput("Ada") }

        let alert = try bench.bench.client().call(AlertActivate.self, .init())
        let mails = [try Self.mail(box), try Self.mail(box)]
        let ben = try #require(mails.first { $0.to == "<ben@example.org>" })
        let cleo = try #require(mails.first { $0.to == "<cleo@example.org>" })
        #expect(ben.subject == "LifeSignal: alarma \(alert.word)" && cleo.subject == "LifeSignal: alarm \(alert.word)")
        #expect(ben.text.hasPrefix("Ada Moreno pide ayuda, ") && cleo.text.hasPrefix("Ada Moreno calls for help, "))
        #expect(ben.text.contains("Responda: seam signal ack \(alert.word)\n"))
        #expect(
            ben.text.contains("\nAyude, por favor: llame a esa persona. ")
                && cleo.text.contains("\nPlease help: Phone them. "))
        #expect(ben.text.contains("\nLifeSignal no es un servicio de emergencia. "))
        try await screens[0].awaitOutput("Alarma: Ada Moreno pide ayuda, ")
        try await screens[1].awaitOutput("Alarm: Ada Moreno calls for help, ")
        #expect(
            try await Self.seam(bench.bench, "inbox", "--session", "ben").contains("Alarma: Ada Moreno pide ayuda, "))
        let english = try await Self.seam(bench.bench, "inbox", "--session", "cleo")
        #expect(english.contains("Alarm: Ada Moreno calls for help, "))

        // The inbox shows earlier messages in the person's current language.
        _ = try await Self.seam(bench.bench, "settings", "--language", "machine", "--session", "ben")
        let again = try await Self.seam(bench.bench, "inbox", "--session", "ben")
        #expect(again.contains("Alarm: Ada Moreno calls for help, ") && !again.contains("Alarma"))
    }

    /// The operator, and everyone who has set no language, gets messages in the machine's language.
    @Test(
        "message language: the machine has a language",
        arguments: [("de", "Ada Moreno: kein Lebenszeichen seit "), ("", "Ada Moreno no da señales desde ")])
    func theMachineHasALanguage(_ configured: String, _ begins: String) async throws {
        let bench = try await SignalBench(
            configuration: configured.isEmpty ? [:] : ["language": .string(configured)],
            environment: ["LC_ALL": "es_ES.UTF-8"])
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        _ = try client.call(UserUpdate.self, .init(firstName: "Ada", lastName: "Moreno", emergencyNote: ""))
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(86_400 + 300))
        let told = try bench.administrator().call(OutboxList.self, .init()).elements
        #expect(told.first?.text.hasPrefix(begins) == true, "\(told.map(\.text))")
        let own = try client.call(NotificationList.self, .init()).notifications
        #expect(own.first?.title == (configured.isEmpty ? "Alarma" : "Alarm"))
    }

    /// An unknown language is not a valid configuration.
    @Test("message language: a strange language is refused", arguments: ["fr", "xx", ""])
    func aStrangeLanguageIsRefused(_ code: String) async throws {
        let directory = try TestDirectory()
        let file = try directory.write(JSON.members(("language", .string(code))).text, to: "lifesignal.json")
        let check = try ChildProcess(try Products.executable("lifesignald"), ["--check-config", file])
        #expect(try await check.awaitExit() != 0 && check.errors.contains("language"), "\(check.errors)")
    }

    @Test("message language: a language is set") func aLanguageIsSet() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        var wanted = try client.call(SettingsGet.self, .init())
        #expect(wanted.language == nil)
        wanted.language = "de"
        #expect(try client.call(SettingsSet.self, .init(preferences: wanted)).language == "de")
        for other in ["xx", "fr", "DE", "de_DE"] {
            wanted.language = other
            do {
                _ = try client.call(SettingsSet.self, .init(preferences: wanted))
                Issue.record("\(other) was taken")
            } catch {
                #expect(
                    error.code == .invalidArgument && error.message.contains("must be en, es, de or machine"),
                    "\(error)")
            }
        }
        #expect(try client.call(SettingsGet.self, .init()).language == "de")
        // Sends settings without a language, like a client that does not know languages.
        wanted.language = nil
        #expect(try client.call(SettingsSet.self, .init(preferences: wanted)).language == "de")
        try await bench.restart()
        #expect(try bench.client().call(SettingsGet.self, .init()).language == "de")
        wanted.language = "machine"
        #expect(try bench.client().call(SettingsSet.self, .init(preferences: wanted)).language == nil)
    }
}
