import Foundation
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests mail in two ways: through a replacement for sendmail, and through a real mail program and a real server.
@Suite(.timeLimit(.minutes(2))) struct MailDeliveryTests {
    private static func mail(_ sendmail: String) -> JSON {
        .members(
            ("name", "mail"), ("kind", "mail"), ("from", "life@example.org"), ("sendmail", .string(sendmail)))
    }

    @Test("mail delivery: a missed check in arrives as mail") func aMissedCheckInArrivesAsMail() async throws {
        var box: PostBox?
        let bench = try await SenderBench(told: [("mail", SenderBench.address)]) { directory in
            box = try PostBox("sendmail", in: directory)
            return [Self.mail(directory.file("senders.d/sendmail"))]
        }
        try box?.answer("exit 75")
        try bench.miss()
        let line = try #require(try box?.line())
        #expect(line.hasSuffix(" -i -f life@example.org -- \(SenderBench.address)"), "\(line)")
        let lines = line.split(separator: "\u{7}", omittingEmptySubsequences: false).map(String.init)
        let headers = lines.prefix { !$0.isEmpty }
        #expect(headers.contains("To: <\(SenderBench.address)>") && headers.contains("Auto-Submitted: auto-generated"))
        let text = try bench.bench.administrator().call(OutboxList.self, .init()).elements[0].text
        #expect(try ReceivedMail.text(lines).hasPrefix("\(text)\n\n"))
        // When the same mail is sent again, it has the same id. A refusal is final.
        try bench.await { $0[0].state == "queued" }
        try box?.answer("exit 67")
        try bench.bench.advance(.seconds(5))
        let again = try #require(try box?.line()).split(separator: "\u{7}")
        #expect(again.first { $0.hasPrefix("Message-ID: ") } == headers.first { $0.hasPrefix("Message-ID: ") }?[...])
        try bench.await { $0[0].state == "failed" }
        #expect(!bench.logs.contains(SenderBench.address))
    }

    /// The program msmtp accepts the mail, and an SMTP server receives it.
    @Test("mail delivery: a real mail system takes it") func aRealMailSystemTakesIt() async throws {
        let server = try ChildProcess(
            "/usr/bin/python3", [try Products.file("Tests/LifeSignal/Peers/mailbox.py")], input: nil)
        try await server.awaitOutput("\n")
        let port = server.output.split(separator: "\n")[0]
        let bench = try await SenderBench(told: [("mail", SenderBench.address)]) { directory in
            try directory.write("host 127.0.0.1\nport \(port)\ntls off\nauth off\n", to: "msmtprc", mode: 0o600)
            try directory.write(
                "#!/bin/sh\nexec /usr/bin/msmtp -C '\(directory.file("msmtprc"))' \"$@\"\n",
                to: "senders.d/sendmail", mode: 0o755)
            return [Self.mail(directory.file("senders.d/sendmail"))]
        }
        try bench.miss()
        let sent = try bench.await { $0[0].state == "handed" }
        let lines = server.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(try ReceivedMail.text(lines).contains("has not checked in since"))
        #expect(sent[0].attempts == 1)
        #expect(
            server.output.contains("MAIL life@example.org") && server.output.contains("RCPT \(SenderBench.address)"))
        #expect(server.output.contains("Subject: LifeSignal: alarm "))
    }

    /// Only the sender knows the kind of the channel, so the sender checks whether the operator's address has a form
    /// that suits this kind.
    @Test("mail delivery: an address that is none fails") func anAddressThatIsNoneFails() async throws {
        var box: PostBox?
        let bench = try await SenderBench(told: [("mail", "nobody")]) { directory in
            box = try PostBox("sendmail", in: directory)
            return [Self.mail(directory.file("senders.d/sendmail"))]
        }
        try bench.miss()
        try bench.await { $0[0].state == "failed" }
        #expect(box?.isEmpty == true)
    }
}
