import Glibc
import LinuxSupport
import RPC
package import SignalAPI
import TestSupport
import Wire

/// A mail server, a push service or a program that is slow, hangs, refuses or repeats. The peer comes with the results
/// that are expected for one alarm. Only this peer can reach the alarm's tier 1 responder. All times are seconds after
/// the call for help.
package struct BadPeer {
    package let channel: String
    package let name: String
    /// How often the whole message arrives, or nil if it arrives at every try.
    package let comes: Int?
    /// The number of messages that arrive without being marked as repeats.
    package let unmarked: Int?
    /// The final state of the delivery. If the sender keeps retrying the delivery, this is nil.
    package let state: String?
    /// The second at which tier 2 is told.
    package let next: Int
    /// The earliest second at which the address counts as broken, or nil if it always counts as working.
    package let breaks: Int?
    /// Whether a try takes a while.
    package let isSlow: Bool

    /// A peer that accepts the message once, even if this takes a long time.
    package init(
        _ channel: String, _ name: String, comes: Int? = 1, unmarked: Int? = 1, state: String? = "handed",
        next: Int = 180, breaks: Int? = nil, isSlow: Bool = false
    ) {
        (self.channel, self.name, self.comes, self.unmarked) = (channel, name, comes, unmarked)
        (self.state, self.next, self.breaks, self.isSlow) = (state, next, breaks, isSlow)
    }

    /// A peer that refuses messages permanently. The peer's person is skipped immediately, but gets another try in the
    /// first round to everyone.
    package static func refusing(_ channel: String, _ name: String, comes: Int) -> Self {
        Self(channel, name, comes: comes, unmarked: comes, state: "failed", next: 0, breaks: 0)
    }

    /// A peer that never accepts the message, so that the sender keeps retrying the delivery. Once a message may have
    /// arrived, all later tries of it are marked as repeats.
    package static func failing(
        _ channel: String, _ name: String, comes: Int?, unmarked: Int? = 1, isSlow: Bool = false
    ) -> Self {
        Self(
            channel, name, comes: comes, unmarked: unmarked, state: nil, breaks: 300, isSlow: isSlow)
    }

    package var address: String { channel == "mail" ? "\(name)@example.org" : name }
}

/// The daemon and the sender with a set of bad peers. For each peer, there is a person with only one tier 1 responder.
/// This responder can be reached only through the peer, and looks at no screen. Tier 2 is Cem, whose channels are good.
/// After Cem comes the operator.
package final class BadPeers {
    /// The factor by which the sender and the peers run faster than real time.
    package static let divisor = 10

    /// The results that the test has observed for a peer so far.
    package struct Seen {
        package var delivery: ListedDelivery?
        package var came = 0
        package var unmarked = 0
        package var next: Int?
        package var `operator`: Int?
        package var broke: Int?
    }

    package let bench: SenderBench
    package let peers: [BadPeer]
    package private(set) var seen: [String: Seen] = [:]
    private let process: ChildProcess
    private let (good, siren): (PostBox, PostBox)
    private var numbers: [Int64: String] = [:]
    private var (linesRead, time) = (0, Duration.zero)
    private var now = Timestamp(millisecondsSince1970: 0)

    package init(_ peers: [BadPeer]) async throws {
        self.peers = peers
        let process = try ChildProcess(
            "/usr/bin/python3", [try Products.file("Tests/LifeSignal/Peers/badpeers.py"), "\(Self.divisor)"],
            input: nil)
        self.process = process
        try await process.awaitOutput("\n")
        let ports = try JSON(parsing: Array(process.output.split(separator: "\n")[0].utf8))
        var boxes: [PostBox] = []
        bench = try await SenderBench(told: [("good", "operator")], hastened: Self.divisor) { directory in
            boxes = [try PostBox("good", in: directory), try PostBox("siren", in: directory)]
            for member in ports.objectValue?.members ?? [] {
                let (name, port) = (member.key, member.value)
                let tls = name == "tls-hangs" ? "on\ntls_starttls off\ntls_certcheck off" : "off"
                try directory.write(
                    "host 127.0.0.1\nport \(port.integerValue ?? 0)\nauth off\ntls off\n", to: "\(name).good",
                    mode: 0o600)
                try directory.write(
                    "host 127.0.0.1\nport \(port.integerValue ?? 0)\nauth off\ntls \(tls)\n", to: "\(name).bad",
                    mode: 0o600)
            }
            try directory.write("host nowhere.invalid\nport 25\ntls off\nauth off\n", to: "nowhere.bad", mode: 0o600)
            try directory.write(
                """
                #!/bin/sh
                for address; do :; done
                name=${address%@*}
                cd '\(directory.file(""))'
                rc=$name.good
                [ -e bad ] && rc=$name.bad || [ -e "$rc" ] || rc=good.good
                exec /usr/bin/msmtp -C "$rc" "$@"

                """, to: "senders.d/sendmail", mode: 0o755)
            func web(_ name: String, _ port: String) -> JSON {
                .members(
                    ("name", .string(name)), ("kind", "http"),
                    ("url", .string("http://127.0.0.1:\(ports[port]?.integerValue ?? 0)/")))
            }
            func program(_ name: String) -> JSON {
                .members(("name", .string(name)), ("kind", "program"), ("program", .string(name)))
            }
            return [
                program("good"), program("siren"), web("push", "push"), web("leaving", "leaving"),
                .members(
                    ("name", "mail"), ("kind", "mail"), ("from", "life@example.org"),
                    ("sendmail", .string(directory.file("senders.d/sendmail")))),
            ]
        }
        (good, siren) = (boxes[0], boxes[1])
        try await settle()
    }

    private var client: BlockingClient { get throws { try bench.bench.client() } }

    /// Signs everyone in, connects them with their responders, and adds their addresses.
    private func settle() async throws {
        var number = 0
        func person(_ session: String, _ name: String) throws {
            number += 1
            try bench.bench.signIn("+49151123\(10_000 + number)", session: session)
            _ = try client.call(
                UserUpdate.self, .init(session: session, firstName: name, lastName: "X", emergencyNote: ""))
        }
        try person("cem", "Cem")
        try person("eve", "Eve")
        try bind("eve", to: "cem", tier: 1)
        try reach("cem", "good", "cem")
        for channel in Set(peers.map(\.channel)).subtracting(["siren", "leaving"]) {
            try reach("cem", channel, channel == "mail" ? "good@example.org" : "good")
        }
        for peer in peers {
            try person(peer.name, peer.name)
            try person("of-\(peer.name)", "Ben")
            try bind(peer.name, to: "of-\(peer.name)", tier: 1)
            try bind(peer.name, to: "cem", tier: 2)
            try reach("of-\(peer.name)", peer.channel, peer.address)
            _ = try client.call(AuthSignOut.self, .init(session: "of-\(peer.name)"))
        }
        try bench.await { $0.allSatisfy { $0.state == "handed" } }
        try bench.bench.directory.write("", to: "bad")
        try siren.answer(
            """
            case $text in
            *'"hangs"'*) exec sleep 600 ;;
            *'"says-later"'*) exit 75 ;;
            *'"crashes-once"'*) [ -e \(bench.bench.directory.file("crashed")) ] && exit 0
                >\(bench.bench.directory.file("crashed")); kill -9 $$ ;;
            *'"fails-once"'*) [ -e \(bench.bench.directory.file("failed")) ] && exit 0
                >\(bench.bench.directory.file("failed")); exit 1 ;;
            esac
            exit 0
            """)
        try process.write("bad\n")
        try await process.awaitOutput("{\"bad\": true}")
        _ = try lines()
    }

    private func bind(_ session: String, to responder: String, tier: Int) throws {
        let code = try client.call(UserGet.self, .init(session: responder)).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(session: session, qrCodeID: code))
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false, tier: tier)
        _ = try client.call(ContactAdd.self, .init(session: session, ticket: info.ticket, wish: wish))
        let asked = try client.call(ContactList.self, .init(session: responder)).contacts
        for contact in asked where contact.consent == "awaiting" {
            _ = try client.call(ContactAccept.self, .init(session: responder, contact: contact.id))
        }
    }

    private func reach(_ session: String, _ channel: String, _ address: String) throws {
        _ = try client.call(ReachAdd.self, .init(session: session, channel: channel, address: address))
        let text = try text(to: address, channel)
        let code = text.split { !$0.isNumber }.first { $0.count == 6 } ?? ""
        _ = try client.call(ReachVerify.self, .init(session: session, code: String(code)))
    }

    /// Waits for the first message to an address, and returns its text.
    private func text(to address: String, _ channel: String) throws -> String {
        if channel == "good" { return try good.message()["text"]?.stringValue ?? "" }
        if channel == "siren" { return try siren.message()["text"]?.stringValue ?? "" }
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            for line in try lines() where line["peer"]?.stringValue == String(address.prefix { $0 != "@" }) {
                let text = line["text"]?.stringValue ?? ""
                return text.split(separator: "\n").first { $0.contains("is the code") }.map(String.init) ?? ""
            }
            poll(nil, 0, 5)
        }
        throw TestFailure("no code came to \(address)\n\(bench.logs)")
    }

    /// The requests that the servers received since the last call.
    private func lines() throws -> [JSON] {
        let lines = process.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        defer { linesRead = lines.count }
        return try lines.dropFirst(max(linesRead, 1)).map { try JSON(parsing: Array($0.utf8)) }
    }

    // MARK: - The alarm

    /// Lets everyone call for help.
    package func call() throws {
        for peer in peers {
            _ = try client.call(AlertActivate.self, .init(session: peer.name))
            let known = Set(numbers.keys)
            let new = try bench.await { $0.contains { $0.kind == "alert" && !known.contains($0.number) } }
            for delivery in new where delivery.kind == "alert" && !known.contains(delivery.number) {
                numbers[delivery.number] = peer.name
            }
            seen[peer.name] = Seen()
        }
        try look()
    }

    /// Lets time pass, and records the results.
    package func pass(_ duration: Duration) throws {
        now = try bench.bench.move(.members(("advance_ms", .integer(duration.milliseconds))))
        time += duration
        try look()
    }

    /// Waits until each of the sender's tries has ended or is known to be still running, and records the new results.
    private func look() throws {
        let slow = Set(peers.filter(\.isSlow).map(\.name))
        let sent = try bench.await { sent in
            sent.allSatisfy { delivery in
                switch delivery.state {
                case "claimed":
                    // In the meantime, the sender has extended its claim, so the sender is still working on this
                    // delivery.
                    slow.contains(numbers[delivery.number] ?? "")
                        && (delivery.nextAt ?? now) > now.advanced(by: .seconds(10))
                case "queued": (delivery.nextAt ?? now) > now
                default: true
                }
            }
        }
        for delivery in sent { if let name = numbers[delivery.number] { seen[name]?.delivery = delivery } }
        for line in try lines() { came(line) }
        while !siren.isEmpty {
            let message = try siren.message()
            let mark = message["repeat"]?.boolValue == true ? " (repeat)" : ""
            came(message["address"]?.stringValue, (message["text"]?.stringValue ?? "") + mark)
        }
        while !good.isEmpty {
            let message = try good.message()
            let name = String((message["text"]?.stringValue ?? "").prefix { $0 != " " })
            guard var found = seen[name] else { continue }
            if message["address"]?.stringValue == "operator" {
                found.operator = found.operator ?? seconds
            } else {
                found.next = found.next ?? seconds
            }
            seen[name] = found
        }
        for peer in peers where seen[peer.name]?.broke == nil {
            let notes = try client.call(NotificationList.self, .init(session: peer.name)).notifications
            if notes.contains(where: { $0.title == "A responder is harder to reach" }) {
                seen[peer.name]?.broke = seconds
            }
        }
    }

    /// The peers whose addresses should count as broken at some time, but do not count as broken yet.
    package var missing: [String] { peers.filter { $0.breaks != nil && seen[$0.name]?.broke == nil }.map(\.name) }

    private var seconds: Int { Int(time.milliseconds / 1_000) }

    private func came(_ line: JSON) { came(line["peer"]?.stringValue, line["text"]?.stringValue ?? "") }

    private func came(_ peer: String?, _ text: String) {
        guard let peer, seen[peer] != nil else { return }
        seen[peer]?.came += 1
        if !text.contains("(repeat)") { seen[peer]?.unmarked += 1 }
    }

    /// The time until another person's alarm arrives at Cem's addresses. One of these addresses is on the channel that
    /// most bad peers use.
    package func delayOfAnother() throws -> Duration {
        let begun = ContinuousClock.now
        _ = try client.call(AlertActivate.self, .init(session: "eve"))
        var waiting: Set = ["good", "bad"]
        while !waiting.isEmpty {
            guard ContinuousClock.now - begun < .seconds(20) else { throw TestFailure("not told: \(bench.logs)") }
            while !good.isEmpty {
                let text = try good.message()["text"]?.stringValue ?? ""
                if text.hasPrefix("Eve ") { waiting.remove("good") }
            }
            for line in try lines() {
                if line["text"]?.stringValue?.contains("Eve X calls") == true { waiting.remove("bad") }
                came(line)
            }
            poll(nil, 0, 1)
        }
        let delay = ContinuousClock.now - begun
        _ = try client.call(AlertDeactivate.self, .init(session: "eve"))
        return delay
    }
}
