import DaemonCore
import Foundation
import LinuxSupport
import SealedDatabase
import SignalCore
import SignalStore
import TestSupport
import Wire

/// A store with many people. The store is made like the daemon's own store, but without the daemon's sockets.
struct FilledStore {
    /// The time at which every person in the store is due to check in next.
    var due: @Sendable (_ person: Int) -> Timestamp
    var intervals = SignalIntervals()
    var people: Int

    /// The name of a person's session. The session belongs to the user who runs the tests.
    static func session(_ person: Int) -> String { "p\(person)" }

    /// Fills the store at `path`, which must not exist yet.
    func fill(_ path: String, key: String) throws {
        let begun = due(0).advanced(by: .zero - intervals.interval)
        let machineKey = try MachineKey(bytes: [UInt8](Data(contentsOf: URL(filePath: key))))
        let store = try SignalStore(path: path, machineKey: machineKey, now: begun)
        defer { try? store.close() }
        let account = try AccountNames.name(ofUser: getuid())
        for person in 0..<people {
            guard let session = SessionID(uid: UInt32(getuid()), name: Self.session(person)) else {
                throw TestFailure("no session")
            }
            let begun = due(person).advanced(by: .zero - intervals.interval)
            let id = Self.id(person, 1)
            let phone = "+49151\(10_000_000 + person)"
            let code = PendingSignIn(
                phone: phone, code: "123456", expiresAt: begun.advanced(by: .seconds(60)), isIssued: true)
            _ = try store.signIn(
                session, pending: code, code: "123456", isOpen: true, ids: (id, Self.id(person, 2)), account: account,
                at: begun)
            let use = PINUse(nil, isRequired: false, alert: id)
            _ = try store.apply(.changed(intervals, arms: true), to: id, with: use, at: begun)
        }
    }

    private static func id(_ person: Int, _ kind: UInt8) -> [UInt8] {
        (0..<16).map { $0 == 0 ? kind : $0 < 8 ? 0 : UInt8(truncatingIfNeeded: person >> (8 * (15 - $0))) }
    }
}
