import Testing

@testable import SessionService

@Suite("The session daemon's configuration")
struct SessionConfigurationTests {
    private static func message(_ text: String) -> String? {
        do {
            _ = try SessionConfiguration.parse(Array(text.utf8), name: "f.json")
            return nil
        } catch { return error.message }
    }

    @Test("Nothing need be said")
    func defaults() throws {
        let configuration = try SessionConfiguration.parse(Array("{}".utf8), name: "f")
        #expect(configuration.socket == "/run/seam/session.sock")
        #expect(configuration.offlineGrace == .seconds(72 * 3600))
        #expect(configuration.machineKey == nil)
    }

    @Test("Faults of the text name line and column")
    func position() throws {
        let message = try #require(Self.message("{\n  \"store\": nope\n}"))
        #expect(message.hasPrefix("f.json:2:"))
    }

    @Test(
        "Faults of a member name it",
        arguments: [
            (#"{"frob": 1}"#, "frob"), (#"{"offline_grace_ms": -1}"#, "offline_grace_ms"),
            (#"{"sync_interval_ms": 1}"#, "sync_interval_ms"), (#"{"socket": ""}"#, "socket"),
            (#"{"allow": {"radio": {}}}"#, "radio"),
            (#"{"allow": {"session": {"users": ["no-such-user-here"], "groups": []}}}"#, "users"),
            (#"{"allow": {"admin": {"users": [], "groups": ["no-such-group-here"]}}}"#, "groups"),
        ])
    func member(text: String, name: String) throws {
        let message = try #require(Self.message(text))
        #expect(message.hasPrefix("f.json: "))
        #expect(message.contains(name))
    }

    @Test("Root, the daemon's user and those named are admitted, and nobody else")
    func admission() throws {
        let text = #"{"allow": {"session": {"users": ["daemon"], "groups": ["root"]}}}"#
        let admission = try SessionConfiguration.parse(Array(text.utf8), name: "f").allowSession
        #expect(admission.admits(uid: 0, gids: [UInt32](), ownUID: 9))
        #expect(admission.admits(uid: 9, gids: [UInt32](), ownUID: 9))
        #expect(admission.admits(uid: 1, gids: [UInt32](), ownUID: 9))
        #expect(admission.admits(uid: 77, gids: [5, 0], ownUID: 9))
        #expect(!admission.admits(uid: 77, gids: [5], ownUID: 9))
    }
}
