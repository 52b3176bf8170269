import DaemonCore
import Testing

@Suite("Whose session") struct SessionIDTests {
    @Test("session ID: no name that a caller gives is that of an ephemeral session")
    func apart() throws {
        let ephemeral = try #require(SessionID(uid: 7, ephemeral: "eph-1"))
        let named = try #require(SessionID(uid: 7, name: "eph-1"))
        #expect(ephemeral != named)
        #expect(ephemeral.name != named.name)
        #expect(ephemeral.publicName == named.publicName)
        #expect(ephemeral.isEphemeral)
        #expect(!named.isEphemeral)
        #expect(SessionID(uid: 7, name: ephemeral.name) == nil)
        #expect(SessionID(uid: 7, ephemeral: ephemeral.name) == nil)
    }

    @Test("session ID: the journal tells them apart again", arguments: ["default", "~eph-1"])
    func stored(_ name: String) throws {
        let owner = try #require(SessionID(uid: 7, stored: name))
        #expect(owner.name == name)
        #expect(owner.isEphemeral == name.hasPrefix("~"))
    }

    @Test(
        "session ID: neither has other characters",
        arguments: ["", "~", "~~eph", "A", "~A", "a b", String(repeating: "a", count: 33)])
    func malformed(_ name: String) {
        #expect(SessionID(uid: 7, stored: name) == nil)
        #expect(SessionID(uid: 7, name: name) == nil)
    }
}
