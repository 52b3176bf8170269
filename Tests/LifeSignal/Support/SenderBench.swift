import Foundation
import Glibc
import LinuxSupport
import RPC
package import SignalAPI
package import TestSupport
package import Wire

/// Runs `lifesignald` and `lifesignal-sender` as processes. Some channels reach their operator.
package final class SenderBench {
    /// The address that tests look for in places where it must not appear.
    package static let address = "canary.ops@example.org"

    package let bench: SignalBench
    /// The sender's current process. If no process is running, this is the last one.
    package private(set) var sender: ChildProcess
    private let configuration: String
    private let hastened: [String]

    /// Starts both processes, and waits until the sender claims deliveries. `channels` gets a directory for programs,
    /// and returns the entries of the channels. `told` lists the operator's addresses, each with its channel.
    /// `hastened` is the factor by which the sender's own time runs faster than real time. If there is a `web`, it is
    /// the URL at which links begin.
    package init(
        told: [(channel: String, address: String)], heartbeat: JSON? = nil, arguments: [String] = [],
        hastened: Int = 1, web: String? = nil, channels: (TestDirectory) throws -> [JSON]
    ) async throws {
        let entries = told.map {
            JSON.members(("channel", .string($0.channel)), ("address", .string($0.address)))
        }
        bench = try await SignalBench(
            configuration: .members(
                ("operator", .array(entries)),
                ("web", web.map { .members(("url", .string($0))) }),
                ("allow", .members(("sender", Self.own), ("web", Self.own)))),
            arguments: arguments)
        try bench.directory.directory("senders.d", mode: 0o755)
        let entry = JSON.members(
            ("lifesignal", .string(bench.directory.file("run/lifesignal-sender.sock"))),
            ("programs", .string(bench.directory.file("senders.d"))), ("own_programs", true),
            ("channels", .array(try channels(bench.directory))), ("heartbeat", heartbeat))
        configuration = try bench.directory.write(entry.text, to: "sender.json")
        self.hastened = ["--hasten", "\(hastened)"]
        sender = try Self.start(self.hastened, configuration)
        try await sender.awaitErrors("claiming")
    }

    /// The users who run the tests, as a list of those who are allowed.
    private static var own: JSON { .members(("users", .array([.string(user)]))) }

    private static func start(_ arguments: [String], _ configuration: String) throws -> ChildProcess {
        try ChildProcess(try Products.executable("lifesignal-sender"), arguments + ["--config", configuration])
    }

    /// The user who runs the tests.
    package static var user: String { String(cString: getpwuid(geteuid()).pointee.pw_name) }

    /// Ends the sender with a signal.
    package func endSender(by signal: Int32 = SIGKILL) async throws {
        sender.signal(signal)
        _ = try await sender.awaitExit()
    }

    /// Starts the sender again.
    package func startSender() async throws {
        sender = try Self.start(hastened, configuration)
        try await sender.awaitErrors("claiming")
    }

    /// Ada has a name. She checks in once and then misses a check-in, so that the operator is told.
    package func miss(name: String = "Ada") throws {
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        _ = try client.call(UserUpdate.self, .init(firstName: name, lastName: "Moreno", emergencyNote: ""))
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(86_400 + 300))
    }

    /// Makes Ben, whose session is `ben`, Ada's responder. Both of them agree. Ada and Ben may already be signed in.
    package func agree() throws {
        let client = try bench.client()
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "ben")
        for (session, name) in [(nil, "Ada"), ("ben", "Ben")] as [(String?, String)] {
            let params = UserUpdate.Params(session: session, firstName: name, lastName: "Moreno", emergencyNote: "")
            _ = try client.call(UserUpdate.self, params)
        }
        let code = try client.call(UserGet.self, .init(session: "ben")).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(session: nil, qrCodeID: code))
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false, tier: nil)
        _ = try client.call(ContactAdd.self, .init(session: nil, ticket: info.ticket, wish: wish))
        let asked = try client.call(ContactList.self, .init(session: "ben")).contacts
        _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked[0].id))
    }

    /// Gives Ben an address on a channel with a program, and returns after he has confirmed it.
    package func addBen(_ box: PostBox, channel: String = "box", session: String = "ben") throws {
        let client = try bench.client()
        _ = try client.call(ReachAdd.self, .init(session: session, channel: channel, address: "\(session)-1"))
        let code = String((try box.message()["text"]?.stringValue ?? "").prefix(6))
        _ = try client.call(ReachVerify.self, .init(session: session, code: code))
    }

    /// The sent messages, with the oldest first.
    package func deliveries() throws -> [ListedDelivery] {
        try bench.administrator().call(DeliveryList.self, .init()).elements.reversed()
    }

    /// Waits until `holds` returns true for the sent messages. Throws an error that lists the messages if 20 seconds
    /// pass before that.
    @discardableResult
    package func await(_ holds: ([ListedDelivery]) -> Bool) throws -> [ListedDelivery] {
        let administrator = try bench.administrator()
        let deadline = ContinuousClock.now + .seconds(20)
        var found: [ListedDelivery] = []
        while ContinuousClock.now < deadline {
            found = try administrator.call(DeliveryList.self, .init()).elements.reversed()
            if holds(found) { return found }
            poll(nil, 0, 5)
        }
        throw TestFailure("this did not come: \(found.map { $0.json.text })\n\(sender.errors)\n\(bench.daemon.errors)")
    }

    /// The log of both processes.
    package var logs: String { sender.errors + bench.daemon.errors }
}

/// A channel's program, with its input and its answers. The program writes each message into the box.
package final class PostBox {
    private let descriptor: Int32
    private let status: String
    private let path: String
    private var rest: [UInt8] = []

    /// Creates a box in `directory`, with a program in the directory's `senders.d`.
    package init(_ name: String, in directory: TestDirectory) throws {
        path = directory.file(name)
        status = directory.file("\(name).status")
        guard mkfifo(path, 0o600) == 0 else { throw TestFailure("no fifo") }
        // Opens the pipe for both reading and writing. Opening it then does not wait for the other end, and a reader
        // does not notice when the other end is closed.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        try answer("exit 0")
        try directory.write(
            """
            #!/bin/sh
            text=$(tr '\\n' '\\a')
            printf '%s %s\\n' "$text" "$*" >'\(path)'
            . '\(status)'

            """, to: "senders.d/\(name)", mode: 0o755)
    }

    deinit { close(descriptor) }

    /// Sets a script that every later run of the program executes at its end.
    package func answer(_ script: String) throws {
        try Data(script.utf8).write(to: URL(filePath: status))
    }

    /// The next message that arrived. It consists of the program's standard input with `\a` for each line end, a space,
    /// and the program's arguments.
    package func line(within limit: Duration = .seconds(20)) throws -> String {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            take()
            poll(nil, 0, 5)
        }
        throw TestFailure("no message came to \(path)")
    }

    /// The next message as JSON.
    package func message() throws -> JSON {
        let line = try line()
        return try JSON(parsing: Array(line.prefix { $0 != "\u{7}" }.utf8))
    }

    /// Whether no message has arrived since the last one that was read.
    package var isEmpty: Bool {
        take()
        return rest.isEmpty
    }

    private func take() {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &room, room.count)
        if count > 0 { rest += room[..<count] }
    }
}
