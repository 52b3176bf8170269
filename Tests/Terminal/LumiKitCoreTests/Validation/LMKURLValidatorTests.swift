import LumiKitCore
import Testing

@Suite struct LMKURLValidatorTests {
    @Test("LMKURL validator: an address passes as it is") func anAddressPassesAsItIs() {
        #expect(LMKURLValidator.validateHTTPSURL(" https://example.com/api\n") == "https://example.com/api")
        #expect(LMKURLValidator.validateHTTPSURL("HTTPS://example.com") == "HTTPS://example.com")
        #expect(LMKURLValidator.validateHTTPSURL("wss://example.com", requiredScheme: "WSS") != nil)
    }

    @Test(
        "LMKURL validator: what is no address is nil",
        arguments: [
            nil, "", "  ", "http://example.com", "https://", "https:///path", "example.com", "https://local host/",
            "https://[::1",
        ])
    func whatIsNoAddressIsNil(_ input: String?) {
        #expect(LMKURLValidator.validateHTTPSURL(input) == nil)
    }

    @Test("LMKURL validator: a long one is nil") func aLongOneIsNil() {
        let path = String(repeating: "a", count: 480)
        #expect(LMKURLValidator.validateHTTPSURL("https://example.com/" + path) != nil)
        #expect(LMKURLValidator.validateHTTPSURL("https://example.com/a" + path) == nil)
        #expect(LMKURLValidator.validateHTTPSURL("https://example.com/", maxLength: 5) == nil)
    }

    @Test(
        "LMKURL validator: the own network is blocked",
        arguments: [
            "localhost", "LOCALHOST.", "localhost.localdomain", "door.localhost", "127.0.0.1", "127.1", "2130706433",
            "0x7f.0.0.1", "0177.0.0.1", "0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.1.1",
            "100.64.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "[::1]", "fe80::1%eth0", "fc00::1", "ff02::1",
            "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        ])
    func theOwnNetworkIsBlocked(_ host: String) {
        #expect(LMKURLValidator.isBlockedHost(host))
        if !host.contains(":") { #expect(LMKURLValidator.validateHTTPSURL("https://\(host)/api") == nil) }
    }

    @Test(
        "LMKURL validator: others are not",
        arguments: [
            "example.com", "localhosts.example", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111",
            "::ffff:1.1.1.1", "",
            "x",
        ])
    func othersAreNot(_ host: String) { #expect(!LMKURLValidator.isBlockedHost(host)) }

    @Test("LMKURL validator: a base ends in a slash") func aBaseEndsInASlash() {
        #expect(LMKURLValidator.normalizeBaseURL("https://example.com/path") == "https://example.com/path/")
        #expect(LMKURLValidator.normalizeBaseURL("https://example.com/path/") == "https://example.com/path/")
        #expect(LMKURLValidator.normalizeBaseURL("https://example.com/data.JSON") == "https://example.com/data.JSON")
    }
}
