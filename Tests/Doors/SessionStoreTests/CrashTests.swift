import Foundation
import Glibc
import SealedDatabase
import SeamModel
import SessionStore
import Testing
import Wire

/// The store's promises to the process that wrote the data before it was killed.
private struct Promises {
    var admitted: Set<String> = []
    var committing: Set<String> = []
    var finished: Set<String> = []

    init(file: String) throws {
        // The last line may be incomplete. A promise counts only if its line is complete.
        let lines = try String(contentsOfFile: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            let parts = line.split(separator: " ")
            switch parts[0] {
            case "admitted": admitted.insert(String(parts[1]))
            case "committing": committing.insert(String(parts[1]))
            case "finished": finished.insert(String(parts[1]))
            default: Issue.record("unknown line \(line)")
            }
        }
    }
}

@Suite("A killed writer", .serialized)
struct CrashTests {
    /// Until the process is killed after `delay` microseconds, it writes attempts to the journal, and writes each
    /// promise to a file.
    @Sendable
    private static func write(to directory: String, killedAfter delay: UInt32, round: Int) throws {
        let store = try SessionStore(
            path: directory + "/store.db",
            machineKey: StoreFixture.machineKey(1),
            now: moment(0)
        )
        let notes = open(directory + "/promises", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        let note = { (text: String) in
            let line = Array((text + "\n").utf8)
            if Glibc.write(notes, line, line.count) != line.count { abort() }
        }
        let owner = try sessionID(1000)
        Thread.detachNewThread {
            usleep(delay)
            kill(getpid(), SIGKILL)
        }
        for number in 0... {
            let id = "r\(round)-\(number)"
            _ = try store.admit(admission(id, owner, idem: "key-0000000-\(id)"))
            note("admitted \(id)")
            try store.markCommitting(id, at: moment(1))
            note("committing \(id)")
            try store.recordVerdict(.committed, of: id, at: moment(2))
            let events = [AttemptEvent(seq: Int64(number), item: "{}")]
            let outcome = AttemptOutcome(.granted, effect: .applied)
            try store.finish(id, outcome, events: events, reply: "{}", at: moment(3))
            note("finished \(id)")
            if number.isMultiple(of: 8) {
                try store.save(signedIn(owner, token: "seam_cst1x_\(number)"), at: moment(4))
                try store.replaceSnapshot(of: owner, with: snapshot(of: owner, "\(number)"), at: moment(4))
            }
        }
    }

    @Test("crash: keeps every promise, settles the rest, and never claims none past the gate")
    func killed() async throws {
        let fixture = try StoreFixture()
        let directory = fixture.directory.path
        var interrupted = 0
        for round in 0..<12 {
            let delay = UInt32.random(in: 1_000...150_000)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [directory = directory as String, delay = delay as UInt32, round = round as Int] in
                try Self.write(to: directory, killedAfter: delay, round: round)
            }
            let store = try fixture.open(at: moment(1_000))
            #expect(try store.isSound())
            var rows: [String: AttemptRecord] = [:]
            var before: Int64?
            repeat {
                let page = try store.audit(.everyone, before: before, limit: 200)
                for row in page.attempts { rows[row.admission.attemptID] = row }
                before = page.nextBefore
            } while before != nil
            // If the process was killed before its first promise, the file does not exist yet.
            guard FileManager.default.fileExists(atPath: directory + "/promises") else { continue }
            let promises = try Promises(file: directory + "/promises")
            #expect(promises.admitted.isSubset(of: rows.keys), "round \(round), \(delay) µs")
            for id in promises.committing { #expect(rows[id]?.outcome?.effect != WireError.Effect.none) }
            for id in promises.finished { #expect(rows[id]?.outcome?.state == .granted) }
            #expect(rows.values.allSatisfy { $0.outcome != nil })
            #expect(store.recovered.count <= 1)
            interrupted += store.recovered.count
            _ = try store.sessionIDs()
            try store.close()
        }
        #expect(interrupted > 0, "no kill hit an attempt: the delays miss the writer")
    }
}

@Suite("A full disk")
struct DiskFullTests {
    /// Whether this process may mount a private tmpfs.
    static var mayMount: Bool {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("CapEff:") }),
            let set = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16)
        else { return false }
        return set >> 21 & 1 == 1
    }

    /// Calls `unshare(CLONE_NEWNS)`, which Swift's Glibc module does not declare.
    static func leaveMountNamespace() -> Bool {
        guard let symbol = dlsym(nil, "unshare") else { return false }
        let unshare = unsafeBitCast(symbol, to: (@convention(c) (CInt) -> CInt).self)
        return unshare(0x0002_0000) == 0
    }

    @Test(
        "disk full: refuses admission with its own error, keeps what was stored, and recovers", .enabled(if: mayMount))
    func fullDisk() async throws {
        let fixture = try StoreFixture()
        await #expect(processExitsWith: .success) { [directory = fixture.directory.path as String] in
            // Only this thread is in the new mount namespace. Other threads do not see the mount, and nobody has to
            // remove it.
            try #require(Self.leaveMountNamespace())
            try #require(mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0)
            try #require(mount("tmpfs", directory, "tmpfs", 0, "size=600k,mode=0700") == 0)
            let store = try SessionStore(
                path: directory + "/store.db",
                machineKey: StoreFixture.machineKey(1),
                now: moment(0)
            )
            let owner = try sessionID(1000)
            var admitted = 0
            var failure: StoreError?
            while failure == nil {
                do throws(StoreError) {
                    var asked = admission("a-\(admitted)", owner)
                    asked.credentialName = String(repeating: "x", count: 1_000)
                    _ = try store.admit(asked)
                    admitted += 1
                } catch {
                    failure = error
                }
            }
            #expect(failure == StoreError(.diskFull, ""))
            #expect(admitted > 0)
            #expect(try store.isSound())
            #expect(try store.audit(.everyone, before: nil, limit: 1).attempts.first?.number == Int64(admitted))
        }
    }
}
