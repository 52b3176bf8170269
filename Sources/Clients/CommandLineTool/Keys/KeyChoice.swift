import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// Finds the key that a person means.
struct KeyChoice {
    private let client: BlockingClient
    private let session: String?

    /// A key, the intended door, and warnings for the person before the door is opened.
    struct Chosen {
        let id: String
        let entranceID: String?
        let notes: [CredentialWarning]
        /// The advice for a code or a card, or nil for another key. A person takes a code or a card to the door.
        let elsewhere: KeyProblem?
    }

    init(_ client: BlockingClient, session: String?) {
        self.client = client
        self.session = session
    }

    /// The id of the key that `wanted` names. If `wanted` or `entrance` names a door, also the id of this door.
    ///
    /// While the keys are being read from the cloud, a name may still be unknown. The function then waits for it for up
    /// to `wait`, and after that throws `seam.keys_being_read`. No key counts as unknown until all keys have been read.
    ///
    /// The search for a key changes nothing. If the search fails, no request to open a door has been made.
    func choose(_ wanted: String, entrance: String?, _ wait: Wait) throws -> Chosen {
        do {
            var reading: KeyReading?
            defer { reading?.end() }
            while true {
                // Asks for the state before the list. If all keys had been read at the time of the state, the list is
                // complete.
                let sync = try KeyReading.sync(client, session: session)
                let keys = try KeysCommand.list(client, session: session)
                guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
                guard let sync, let progress = sync.reading else {
                    return try find(wanted, entrance: entrance, among: keys)
                }
                let now = SystemClock.monotonic()
                if let chosen = try known(wanted, entrance, among: keys, progress, takesDoors: now >= wait.doors) {
                    return chosen
                }
                // If the daemon does not ask the cloud again before the wait ends, waiting is useless.
                let isHopeless = KeyReading.pause(of: sync).map { now + $0 > wait.end } ?? false
                guard now < wait.end, !isHopeless else { throw KeyReading.late(sync, progress).wireError }
                reading = try reading ?? KeyReading(client, session: session)
                try reading?.waitForNews(until: now < wait.doors ? wait.doors : wait.end)
            }
        } catch var error as WireError {
            error.effect = .none
            throw error
        }
    }

    /// The key and the door that a person at the terminal chooses. The person chooses among the doors that open now.
    /// The nearest door comes first.
    func ask(on console: Console) throws -> Chosen {
        let keys = try KeysCommand.list(client, session: session)
        guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
        if keys.isEmpty { try requireActive() }
        let near = try NearbyListing(session: session).heard(client)
        let menu = KeyMenu(keys, near: near.map(\.id))
        guard !menu.rows.isEmpty else {
            throw UsageFault("none of your keys opens a door now", hint: "see 'seam keys'")
        }
        let row = try menu.choose(on: console)
        return try chosen(row.key, row.entrance?.id, nil)
    }

    /// The limits of a wait for a name, on the monotonic clock.
    struct Wait {
        /// After this time, a door's name is enough if one of the known keys opens a door with that name. Before this
        /// time, another key may appear that opens another door with the same name. The remaining time is reserved for
        /// the unlock.
        let doors: Duration
        let end: Duration

        /// Creates a wait of `patience` that begins at `start`. Half of the time, but at most 5 s, is reserved for the
        /// unlock.
        init(from start: Duration, _ patience: Duration) {
            doors = start + patience - min(patience / 2, .seconds(5))
            end = start + patience
        }
    }

    /// The key that is wanted, if it can be known while keys are still being read. A key's own name is enough once the
    /// cloud has listed all keys. A door's name is enough when the wait allows it.
    private func known(
        _ wanted: String, _ entrance: String?, among keys: [Credential], _ progress: KeyReadingProgress,
        takesDoors: Bool
    ) throws -> Chosen? {
        let isListed = progress.count != nil
        switch KeyMatch(wanted, among: keys) {
        case .one(let key, let entranceID):
            let isByKey = entranceID == nil && (isListed || key.id == wanted)
            // The keys to doors with a lock on this machine are read first.
            let isNear = key.entrances.contains { $0.id == entranceID && $0.isBound }
            guard isByKey || isNear || takesDoors else { return nil }
            if let entrance, KeyMatch.entrances(entrance, of: key).isEmpty { return nil }
            return try chosen(key, entranceID, entrance)
        case .several(let candidates):
            guard isListed, candidates.contains(where: { $0.entrance == nil }) || takesDoors else { return nil }
            throw Self.several(wanted, candidates)
        case .none: return nil
        }
    }

    private func chosen(_ key: Credential, _ entranceID: String?, _ entrance: String?) throws -> Chosen {
        let door = try entrance.map { try Self.door($0, of: key) } ?? entranceID
        let notes = key.warnings.filter { warning in
            warning.kind == CredentialWarning.privacyMode
                && (door == nil || warning.entranceID == nil || warning.entranceID == door)
        }
        let elsewhere = KeyProblem.isBroken(key) || key.errors.isEmpty ? nil : KeyProblem.all(of: key).first
        return Chosen(id: key.id, entranceID: door, notes: notes, elsewhere: elsewhere)
    }

    private func find(_ wanted: String, entrance: String?, among keys: [Credential]) throws -> Chosen {
        switch KeyMatch(wanted, among: keys) {
        case .one(let key, let entranceID): return try chosen(key, entranceID, entrance)
        case .several(let candidates): throw Self.several(wanted, candidates)
        case .none:
            if keys.isEmpty { try requireActive() }
            throw Self.unknown(wanted, among: keys)
        }
    }

    static func several(_ wanted: String, _ candidates: [KeyMatch.Candidate]) -> UsageFault {
        let ids = candidates.map { candidate -> TerminalSafe in
            guard let door = candidate.entrance else { return "\(candidate.key.id)" }
            return "\(candidate.key.id) --entrance \(door.id)"
        }
        return UsageFault(
            "'\(wanted)' is the name of several keys", hint: "say \(ids.joined(separator: ", or "))",
            details: details(wanted, candidates))
    }

    static func unknown(_ wanted: String, among keys: [Credential]) -> UsageFault {
        let near = KeyMatch.near(wanted, among: keys)
        var names: [TerminalSafe] = []
        for name in near.map({ "'\($0.entrance?.name ?? $0.key.name)'" as TerminalSafe }) where !names.contains(name) {
            names.append(name)
        }
        return UsageFault(
            unknownKey: "no key or door is named '\(wanted)'",
            hint: names.isEmpty ? "see 'seam keys'" : "did you mean \(names.joined(separator: ", or "))?",
            details: details(wanted, near))
    }

    /// The details with which a program can ask again.
    private static func details(_ wanted: String, _ candidates: [KeyMatch.Candidate]) -> JSON {
        let rows = candidates.prefix(mostTold).map { candidate in
            JSON.members(
                ("credential_id", .string(candidate.key.id)), ("name", .string(candidate.key.name)),
                ("entrance_id", candidate.entrance.map { .string($0.id) }),
                ("entrance", candidate.entrance.map { .string($0.name) }))
        }
        return .members(("wanted", .string(wanted)), ("candidates", .array(rows)))
    }

    private static let mostTold = 16

    private static func door(_ wanted: String, of key: Credential) throws -> String {
        let doors = KeyMatch.entrances(wanted, of: key)
        guard let door = doors.first else {
            let names = key.entrances.map { "\($0.name) [\($0.id)]" as TerminalSafe }.joined(separator: ", ")
            throw UsageFault(
                "'\(key.name)' opens no door named '\(wanted)'",
                hint: key.entrances.isEmpty ? "the key opens no named door: leave out --entrance" : "it opens: \(names)"
            )
        }
        guard doors.count == 1 else {
            throw severalDoors(wanted, doors.map(\.id))
        }
        return door.id
    }

    static func severalDoors(_ wanted: String, _ ids: [String]) -> UsageFault {
        let ids = ids.map { TerminalSafe($0) }.joined(separator: ", or ")
        return UsageFault("'\(wanted)' is the name of several doors", hint: "say --entrance \(ids)")
    }

    /// Throws if the session is not active. An inactive session has an empty list of keys, so the name is not the
    /// problem.
    func requireActive() throws {
        let status = try client.call(SessionGet.self, SessionParams(session: session))
        guard status.isInitialized else { throw SessionError.initializationRequired.wireError }
        guard status.isActive else { throw SessionError.activationRequired.wireError }
    }
}
