import LinuxSupport
import Testing

@Suite("The users and groups of a configuration")
struct AccountLookupTests {
    private final class Service: Sendable {
        let asked = Locked(0)
        let waited = Locked(Duration.zero)

        /// A look-up that first fails `count` times. After that, it finds the account `uid`. If `uid` is nil, it finds
        /// no account.
        func lookup(failing count: Int, then uid: UInt32?) -> AccountLookup {
            let find: AccountLookup.Find = { (name) throws(LinuxError) in
                let number = self.asked.withLock { asked in
                    asked += 1
                    return asked
                }
                if number <= count { throw LinuxError(.lookupFailed, "no answer") }
                guard let uid else { throw LinuxError(.notFound, "none") }
                return uid
            }
            return AccountLookup(user: find, group: find) { pause in self.waited.withLock { $0 += pause } }
        }
    }

    @Test(
        "account lookup: are absent only if the name service says so; while it fails, it is asked again",
        arguments: [0, 1, 5])
    func retried(failing count: Int) throws {
        for account in [UInt32(7), nil] {
            let service = Service()
            #expect(try service.lookup(failing: count, then: account).user("seam") == account)
            #expect(service.asked.withLock { $0 } == count + 1)
        }
    }

    @Test("account lookup: are not known if it goes on failing, which is told within five seconds")
    func failing() {
        let service = Service()
        #expect(throws: LinuxError(.lookupFailed, "")) {
            _ = try service.lookup(failing: .max, then: 7).group("seam")
        }
        #expect(service.waited.withLock { $0 } < .seconds(5))
    }

    @Test("account lookup: come from the machine")
    func machine() throws {
        #expect(try AccountLookup.machine.user("root") == 0)
        #expect(try AccountLookup.machine.group("no-such-account") == nil)
    }
}
