import LinuxSupport
import RadioModel
import SeamModel
import SessionAPI
import SignalAPI
import TestSupport
import Testing
import Wire

/// Doors that count as check-ins when `seam unlock` opens them.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DoorCheckInTests {
    private static let due = Timestamp(millisecondsSince1970: 1_767_290_400_000)

    /// Runs `body` with a session daemon whose attempts end with `result`, and with a LifeSignal that gives `answer`.
    private static func serve(
        _ result: UnlockResult = Script.result(.granted, .applied, confirmation: .confirmed),
        answer: WireError? = nil, _ body: @escaping @Sendable (ScriptedDaemon, ScriptedDaemon) async throws -> Void
    ) async throws {
        try await ScriptedDaemon.with(
            { handlers, calls in
                Script.keys(&handlers, calls)
                Script.unlock(&handlers, calls, result, .grantedAccess)
            },
            { session in
                try await ScriptedDaemon.with(
                    contract: SignalContract.bytes,
                    { handlers, calls in
                        handlers.answer(CheckInRecord.self, calls) { (_) throws(WireError) -> SignalPerson in
                            if let answer { throw answer }
                            return try person()
                        }
                    }, { signal in try await body(session, signal) })
            })
    }

    private static func person() throws(WireError) -> SignalPerson {
        guard let id = SignalID(bytes: [UInt8](repeating: 7, count: 16)) else { throw .cancelled }
        return SignalPerson(
            id: id, firstName: "", lastName: "", phone: "+4915112345678", emergencyNote: "",
            checkInInterval: .seconds(86_400), reminderInterval: .seconds(7_200), grace: .seconds(300),
            nextDue: due, status: "active", qrCodeID: id, isArmed: true, isWatched: true, countsDoors: true)
    }

    private static func with(_ signal: ScriptedDaemon) -> [String: String] {
        ["LIFESIGNAL_SOCKET": signal.directory.file("session.sock")]
    }

    @Test("door check-in: an opened door counts for the session of the same name, and one line says so")
    func counted() async throws {
        try await Self.serve { session, signal in
            let text = try await session.run("unlock", "Home", "--session", "work", adding: Self.with(signal))
            #expect(text.status == 0 && text.errors.isEmpty, "\(text)")
            #expect(text.output.hasSuffix("\ncounted as a check-in: the next is due by 2026-01-01 18:00\n"), "\(text)")
            #expect(signal.calls.params(of: "checkin.record") == ["session": "work", "door": true])
            let json = try await session.run("unlock", "Home", "--json", adding: Self.with(signal))
            let last = try JSON(parsing: try #require(json.output.split(separator: "\n").last).utf8)
            #expect(last["result"]?["outcome"] == "granted", "\(json)")
            #expect(last["check_in"] == ["next_due": .string("\(Self.due)")])
            #expect(signal.calls.params(of: "checkin.record") == ["door": true])
        }
    }

    @Test("door check-in: whatever LifeSignal answers, the door is open and nothing else is said")
    func silent() async throws {
        let off = WireError(.failedPrecondition, "signal.door_does_not_count", "as asked")
        for answer in [off, WireError(.unauthenticated, "signal.not_signed_in", "as asked")] {
            try await Self.serve(answer: answer) { session, signal in
                let alone = try await session.run("unlock", "Home", "--json")
                #expect(signal.calls.methods.isEmpty, "LifeSignal at another place is not asked")
                let asked = try await session.run("unlock", "Home", "--json", adding: Self.with(signal))
                #expect(signal.calls.methods == ["checkin.record"])
                #expect(alone.output == asked.output && asked.errors.isEmpty && asked.status == 0, "\(asked)")
                let absent = ["LIFESIGNAL_SOCKET": session.directory.file("absent.sock")]
                let none = try await session.run("unlock", "Home", "--json", adding: absent)
                #expect(none.output == alone.output && none.errors.isEmpty && none.status == 0, "\(none)")
            }
        }
    }

    @Test("door check-in: a LifeSignal that hangs is left after 0.3 s") func hangs() async throws {
        try await Self.serve { session, _ in
            // The kernel accepts the connection, and nobody reads from it.
            let path = session.directory.file("hung.sock")
            let listener = try UnixSocket.listen(at: path, mode: 0o600)
            let start = SystemClock.monotonic()
            let opened = try await session.run("unlock", "Home", adding: ["LIFESIGNAL_SOCKET": path])
            #expect(opened.status == 0 && opened.errors.isEmpty && !opened.output.contains("counted"), "\(opened)")
            #expect(SystemClock.monotonic() - start < .seconds(5), "it waits neither for a welcome nor for a reply")
            try listener.close()
        }
    }

    @Test("door check-in: a door that did not open, or opened before, is no check-in") func notOpened() async throws {
        var replayed = Script.result(.granted, .applied)
        replayed.isReplayed = true
        for (result, status) in [(Script.result(.timedOut, .none), 124), (replayed, 0)] as [(UnlockResult, Int32)] {
            try await Self.serve(result) { session, signal in
                let ended = try await session.run("unlock", "Home", adding: Self.with(signal))
                #expect(ended.status == status && signal.calls.methods.isEmpty, "\(ended)")
            }
        }
    }
}
