import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests which of Ada's fields each viewer sees. The tests look before consent, while the consent lasts, during an
/// alarm, and after the consent is withdrawn. The viewers are another user of the machine, two people at one kiosk, and
/// a stranger.
@Suite(.timeLimit(.minutes(2))) struct SightTests {
    /// The visible parts of Ada's data, each with a word that occurs nowhere else.
    private static let canaries = [
        "first": "Canaryfirst", "last": "Canarylast", "phone": SignalBench.ada, "note": "Canarynote",
        "status": #""status":""#, "check-in": #""last_check_in":""#, "alarm": #""alert":{"#,
    ]

    /// A viewer, whose calls come from their own connection.
    private struct Viewer {
        let name: String
        /// The roles to which the viewer asks Ada to agree. The stranger asks for nothing, so for the stranger this is
        /// nil.
        let roles: (responder: Bool, dependent: Bool)?
        let call: (_ method: String, _ params: JSON) async throws -> JSON
    }

    private static func seen(_ viewer: Viewer) async throws -> Set<String> {
        let text = try await viewer.call("contact.list", [:]).text
        let inbox = try await viewer.call("notification.list", [:])
        // Notifications contain a name only if the reader may know the name, and never contain the note or the
        // telephone number.
        for canary in [SignalBench.ada, "Canarynote"] { #expect(!inbox.text.contains(canary), "\(viewer.name)") }
        return Set(canaries.filter { text.contains($0.value) }.keys)
    }

    private static func kiosk(_ bench: SignalBench, _ name: String, _ phone: String, _ roles: (Bool, Bool)) throws
        -> Viewer
    {
        let client = try bench.client()
        let session = try client.call(AuthSignIn.self, .init(phone: phone, isEphemeral: true)).session
        _ = try client.call(AuthVerify.self, .init(code: try bench.code(phone, session: session)))
        return Viewer(name: name, roles: roles) { method, params in
            try client.call(OutgoingCall(unary: method, params: JSONText(params))).json
        }
    }

    /// A viewer who is another user. For each call of the viewer, a process with the given uid is started.
    private static func user(_ bench: SignalBench, _ uid: UInt32, _ phone: String) async throws -> Viewer {
        let user = OtherUser(uid: uid, socket: bench.socket)
        _ = try await user.call("auth.sign_in", JSON.members(("phone", .string(phone))))
        _ = try await user.call("auth.verify", JSON.members(("code", .string(try bench.code(phone)))))
        return Viewer(name: "uid \(uid)", roles: (true, false)) { try await user.call($0, $1) }
    }

    @Test("sight: the matrix of who sees what") func theMatrixOfWhoSeesWhat() async throws {
        let bench = try await SignalBench(configuration: ["allow": ["session": ["users": ["0", "61001"]]]])
        try bench.signIn(SignalBench.ada)
        let ada = try bench.client()
        _ = try ada.call(
            UserUpdate.self,
            .init(firstName: "Canaryfirst", lastName: "Canarylast", emergencyNote: "Canarynote"))
        _ = try ada.call(CheckInRecord.self, .init())
        let code = try ada.call(UserGet.self, .init()).qrCodeID.description
        // The viewers are a responder with another uid, two people at one kiosk (a responder of Ada's and a dependent
        // of Ada's), and a stranger.
        let viewers = [
            try await Self.user(bench, 61_001, "+33612345001"),
            try Self.kiosk(bench, "kiosk, responder", "+33612345002", (true, false)),
            try Self.kiosk(bench, "kiosk, dependent", "+33612345003", (false, true)),
            Viewer(name: "stranger", roles: nil, call: try Self.kiosk(bench, "", "+33612345004", (true, false)).call),
        ]
        var table: [String: [String: Set<String>]] = [:]
        func look(_ stage: String) async throws {
            for viewer in viewers { table[viewer.name, default: [:]][stage] = try await Self.seen(viewer) }
        }
        for viewer in viewers {
            guard let roles = viewer.roles else { continue }
            let info = try await viewer.call("contact.info", JSON.members(("qr_code_id", .string(code))))
            // The viewer asks Ada to agree. If the viewer is to be Ada's responder, Ada becomes the viewer's dependent.
            // If the viewer is to be Ada's dependent, Ada becomes the viewer's responder.
            _ = try await viewer.call(
                "contact.add",
                JSON.members(
                    ("ticket", info["ticket"]), ("first_name", ""), ("last_name", ""), ("phone", ""),
                    ("is_responder", .bool(roles.dependent)), ("is_dependent", .bool(roles.responder))))
        }
        try await look("asked")
        for contact in try ada.call(ContactList.self, .init()).contacts {
            _ = try ada.call(ContactAccept.self, .init(contact: contact.id))
        }
        try await look("agreed")
        _ = try ada.call(AlertActivate.self, .init())
        try await look("alarm")
        for contact in try ada.call(ContactList.self, .init()).contacts {
            _ = try ada.call(ContactRemove.self, .init(contact: contact.id))
        }
        try await look("withdrawn")

        let (names, responder): (Set, Set) = (
            ["first", "last", "phone"], ["first", "last", "phone", "status", "check-in"]
        )
        for name in ["uid 61001", "kiosk, responder"] {
            #expect(table[name]?["asked"] == ["first"] && table[name]?["agreed"] == responder, "\(name)")
            #expect(table[name]?["alarm"] == responder.union(["alarm", "note"]), "\(name)")
            // The viewers keep the parts of Ada's name that they have seen.
            #expect(table[name]?["withdrawn"] == ["first", "last"], "\(name)")
        }
        let dependent = table["kiosk, dependent"]
        #expect(dependent?["asked"] == ["first"] && dependent?["agreed"] == names && dependent?["alarm"] == names)
        #expect(dependent?["withdrawn"] == ["first", "last"])
        for (stage, seen) in table["stranger"] ?? [:] { #expect(seen.isEmpty, "\(stage)") }
        for viewer in viewers {
            let row = ["asked", "agreed", "alarm", "withdrawn"]
                .map { "\($0): \((table[viewer.name]?[$0] ?? []).sorted().joined(separator: " "))" }
            print("signal: \(viewer.name) sees \(row.joined(separator: " | "))")
        }
    }
}

/// A user of the machine who is not root, and who makes calls with `seam rpc`. Only root can take another uid, so the
/// test fails if it does not run as root.
private struct OtherUser {
    let uid: UInt32
    let socket: String

    func call(_ method: String, _ params: JSON) async throws -> JSON {
        let run = try ChildProcess(
            try Products.executable("seam"), ["rpc", method, "-"], environment: ["LIFESIGNAL_SOCKET": socket], uid: uid,
            input: params.text)
        guard try await run.awaitExit() == 0 else { throw TestFailure("\(method): \(run.errors)") }
        return try JSON(parsing: run.output.utf8)
    }
}
