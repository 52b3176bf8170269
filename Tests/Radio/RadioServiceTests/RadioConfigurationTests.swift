import DaemonKit
import LinuxSupport
import RPC
import RadioService
import Testing

@Suite struct RadioConfigurationTests {
    func message(_ text: String) -> String? {
        do throws(ConfigurationError) {
            _ = try RadioConfiguration.parse(Array(text.utf8), name: "radio.json")
            return nil
        } catch {
            return error.message
        }
    }

    @Test("radio configuration: the user that the installation makes is absent only if the machine says so")
    func failingNames() throws {
        let none: AccountLookup.Find = { (_) throws(LinuxError) in throw LinuxError(.notFound, "none") }
        let broken: AccountLookup.Find = { (_) throws(LinuxError) in throw LinuxError(.lookupFailed, "no answer") }
        let absent = AccountLookup(user: none, group: none, pause: { _ in })
        let own = try RadioConfiguration.parse(Array("{}".utf8), name: "r", accounts: absent)
        #expect(own.allow.users == [ProcessUser.effective])
        let failing = AccountLookup(user: broken, group: broken, pause: { _ in })
        for text in ["{}", #"{"socket_group": "g"}"#, #"{"allow": {"radio": {"users": ["u"]}}}"#] {
            let error = #expect(throws: ConfigurationError.self) {
                try RadioConfiguration.parse(Array(text.utf8), name: "r", accounts: failing)
            }
            #expect(error?.mayPass == true, "another start may help")
        }
    }

    @Test("radio configuration: reads users and groups") func readsUsersAndGroups() throws {
        let text =
            #"{"socket": "/tmp/r.sock", "allow": {"radio": {"users": ["61001"], "groups": ["0"]}}, "max_links": 3}"#
        let configuration = try RadioConfiguration.parse(Array(text.utf8), name: "radio.json")
        #expect(configuration.socket == "/tmp/r.sock")
        #expect(configuration.allow.users == [61_001])
        #expect(configuration.allow.groups == [0])
        #expect(configuration.maxLinks == 3)
    }

    @Test("radio configuration: names line and column of faults") func namesLineAndColumnOfFaults() {
        #expect(message("{\n  \"frob\": 1\n}")?.hasPrefix("radio.json:2:") == true)
        #expect(message("{\n\"allow\": {\n\"radio\": {\"user\": []}}}")?.hasPrefix("radio.json:3:") == true)
        #expect(message("{\n\"max_links\": 65}")?.hasPrefix("radio.json:2:") == true)
        #expect(message("{,}")?.hasPrefix("radio.json:1:2") == true)
    }

    @Test("radio configuration: options are strict") func optionsAreStrict() throws {
        let options = try RadioOptions(["--config", "a", "--virtual-radio", "b", "--socket", "c"])
        #expect(options.configuration == "a" && options.air == .virtual(path: "b") && options.socket == "c")
        #expect(throws: ConfigurationError.self) { try RadioOptions(["--frob"]) }
        #expect(throws: ConfigurationError.self) { try RadioOptions(["--config"]) }
    }
}
