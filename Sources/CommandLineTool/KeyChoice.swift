import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// Finds the key that a person means.
struct KeyChoice {
    private let client: BlockingClient
    private let session: String?

    /// A key, the door that is meant, and what to know before it is opened.
    struct Chosen {
        let id: String
        let entranceID: String?
        let notes: [CredentialWarning]
    }

    init(_ client: BlockingClient, session: String?) {
        self.client = client
        self.session = session
    }

    /// The ids of the key that `wanted` names and, where `wanted` or `entrance` names one, of its door.
    ///
    /// Looking for a key changes nothing: whatever stops it, no door was asked to open.
    func choose(_ wanted: String, entrance: String?) throws -> Chosen {
        do {
            return try find(wanted, entrance: entrance)
        } catch var error as WireError {
            error.effect = .none
            throw error
        }
    }

    private func find(_ wanted: String, entrance: String?) throws -> Chosen {
        let keys = try KeysCommand.list(client, session: session)
        guard !client.wasInterrupted else { throw CommandEnd(status: .cancelled) }
        switch KeyMatch(wanted, among: keys) {
        case .one(let key, let entranceID):
            let door = try entrance.map { try Self.door($0, of: key) } ?? entranceID
            return Chosen(id: key.id, entranceID: door, notes: key.warnings.filter { $0.kind == "privacy_mode" })
        case .several(let candidates):
            let ids = candidates.map { candidate -> TerminalSafe in
                guard let door = candidate.entrance else { return "\(candidate.key.id)" }
                return "\(candidate.key.id) --entrance \(door.id)"
            }
            throw UsageFault(
                "'\(wanted)' is the name of several keys", hint: "say \(ids.joined(separator: ", or "))",
                details: Self.details(wanted, candidates))
        case .none:
            if keys.isEmpty { try requireActive() }
            throw Self.unknown(wanted, among: keys)
        }
    }

    private static func unknown(_ wanted: String, among keys: [Credential]) -> UsageFault {
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

    /// What a program needs to ask again.
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
            throw UsageFault("'\(key.name)' opens no door named '\(wanted)'", hint: "it opens: \(names)")
        }
        guard doors.count == 1 else {
            let ids = doors.map { TerminalSafe($0.id) }.joined(separator: ", or ")
            throw UsageFault("'\(wanted)' is the name of several doors", hint: "say --entrance \(ids)")
        }
        return door.id
    }

    /// An inactive session has an empty list: then that is the trouble, and not the name.
    private func requireActive() throws {
        let status = try client.call(SessionGet.self, SessionParams(session: session))
        guard status.isInitialized else { throw SessionError.initializationRequired.wireError }
        guard status.isActive else { throw SessionError.activationRequired.wireError }
    }
}
