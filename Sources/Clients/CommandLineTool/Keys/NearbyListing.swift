import Glibc
import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam keys --nearby`, which shows the reports of `credentials.nearby`, once or continuously.
struct NearbyListing {
    /// The session, or nil for the caller's default session.
    let session: String?

    /// The time limits for the first round of listening, for a radio that is not ready, and for the end of the stream.
    private static let patience = (round: Duration.seconds(10), radio: Duration.seconds(2), end: Duration.seconds(2))

    /// The doors in range, according to the reports so far.
    private struct Picture {
        /// The radio's state, or nil until it is reported.
        var radio: RadioState?
        var doors: [NearbyDoor.ID: NearbyDoor] = [:]
        var isWhole = false

        /// The doors with the strongest signal first, and then in the order of their names and ids.
        var sorted: [NearbyDoor] {
            doors.values.sorted { left, right in
                if left.rssiDBm != right.rssiDBm { return left.rssiDBm > right.rssiDBm }
                return (left.name, left.id) < (right.name, right.id)
            }
        }

        mutating func take(_ item: CredentialsNearby.Item) {
            switch item {
            case .radio(let state): radio = state
            case .near(let door): doors[door.id] = door
            case .gone(let id): doors[id] = nil
            case .scanned: isWhole = true
            }
        }
    }

    private var params: CredentialsNearby.Params { .init(session: session) }

    /// Lists once the doors that are in range after a first round of listening, or after `time`.
    ///
    /// Throws `radio.not_ready` if the radio cannot listen.
    func list(_ client: BlockingClient, for time: Duration?, on console: Console) throws {
        let picture = try picture(client, for: time)
        guard picture.radio == .ready || !picture.doors.isEmpty else {
            let state = SessionRendering.radio(picture.radio ?? .unknown)
            throw WireError(.unavailable, "radio.not_ready", "the radio: \(state)", retry: .init(safe: true))
        }
        let doors = picture.sorted
        if console.isJSON {
            for door in doors { try console.json(door.json) }
            return
        }
        let reading = try KeyReading.sync(client, session: session).flatMap(KeyReading.words)
        if let reading { console.talk("\(reading): other doors may be near") }
        guard !doors.isEmpty else {
            if reading != nil { return }
            return try console.line("none of your keys opens a door near here: 'seam keys' lists them all")
        }
        var table = Table("NAME", .spare("DOOR"), "SIGNAL", .id("ID"))
        for door in doors {
            let (signal, style) = Self.signal(door.rssiDBm)
            table.add(
                .init("\(door.name)", .strong), .init("\(door.entranceName)"), .init(signal, style),
                .init("\(door.id.credentialID)", .faint))
        }
        try console.table(table)
    }

    /// The doors whose signals arrive within a second. The door with the strongest signal comes first. The list is
    /// empty if the radio cannot listen.
    func heard(_ client: BlockingClient) throws -> [NearbyDoor] {
        var doors: [NearbyDoor] = []
        do {
            doors = try picture(client, for: .seconds(1)).sorted
        } catch is WireError {
            // Without a radio, every door is as near as the others.
        }
        guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
        return doors
    }

    private func picture(_ client: BlockingClient, for time: Duration?) throws -> Picture {
        let start = SystemClock.monotonic()
        let call = try client.start(
            OutgoingCall(stream: CredentialsNearby.name, params: params.jsonText).markedIfItOnlyReads)
        var picture = Picture()
        listening: while true {
            let limit = time ?? (picture.radio == .ready ? Self.patience.round : Self.patience.radio)
            let rest = start + limit - SystemClock.monotonic()
            guard rest > .zero, let event = client.next(of: call, within: rest) else { break }
            switch event {
            case .item(let item):
                if let item = try CredentialsNearby.item(item) { picture.take(item) }
                if picture.isWhole, time == nil { break listening }
            case .ended(.result): return picture
            case .ended(.error(let error)):
                if client.wasInterrupted { throw CommandEnd(status: .cancelled) }
                throw error
            }
        }
        // Cancels the call, because the daemon would otherwise listen as long as the connection lasts.
        client.cancel(call)
        while case .item = client.next(of: call, within: Self.patience.end) {}
        return picture
    }

    /// Writes each change until Ctrl-C, or until the session ends.
    func watch(_ client: BlockingClient, on console: Console) throws {
        var picture = Picture()
        client.whileWaiting = nil
        client.cancel(whenReaderLeaves: STDOUT_FILENO)
        try Following.run(on: console) { step in
            _ = try client.stream(CredentialsNearby.self, params) { item, message in
                step {
                    defer { picture.take(item) }
                    guard !console.isJSON else { return try console.json(message.line) }
                    try tell(item, after: picture, on: console)
                }
            }
        }
    }

    private func tell(_ item: CredentialsNearby.Item, after picture: Picture, on console: Console) throws {
        switch item {
        case .radio(.ready) where picture.radio == nil: break
        case .radio(let state): try console.line("radio  \(SessionRendering.radio(state))")
        case .near(let door):
            let (signal, style) = Self.signal(door.rssiDBm)
            let name = console.palette.paint("\(door.name)", .strong)
            let place: TerminalSafe = door.entranceName == door.name ? "" : "  \(door.entranceName)"
            try console.line(
                "near  \(name) [\(door.id.credentialID)]\(place)  \(console.palette.paint(signal, style))")
        case .gone(let id):
            let name = picture.doors[id].map { "\($0.name) " as TerminalSafe } ?? ""
            try console.line("gone  \(name)[\(id.credentialID)]")
        case .scanned: if picture.doors.isEmpty { try console.line("nothing near yet", .faint) }
        }
    }

    /// The strength of a signal, in words for people.
    private static func signal(_ rssiDBm: Int) -> (TerminalSafe, TextStyle) {
        switch rssiDBm {
        case (-60)...: ("strong, \(rssiDBm) dBm", .good)
        case (-75)...: ("good, \(rssiDBm) dBm", .plain)
        default: ("weak, \(rssiDBm) dBm", .warning)
        }
    }
}
