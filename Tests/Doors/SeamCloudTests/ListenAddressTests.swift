import DevCloud
import Testing

@Suite struct ListenAddressTests {
    @Test(
        "listen address: accepts this machine",
        arguments: [
            ("127.0.0.1:0", ListenAddress.loopback(host: "127.0.0.1", port: 0)),
            ("127.9.8.7:8080", .loopback(host: "127.9.8.7", port: 8_080)),
            ("[::1]:65535", .loopback(host: "::1", port: 65_535)),
            ("unix:/tmp/cloud.sock", .unix(path: "/tmp/cloud.sock")),
        ])
    func acceptsThisMachine(text: String, expected: ListenAddress) throws {
        #expect(try ListenAddress(text) == expected)
    }

    @Test(
        "listen address: refuses everything else",
        arguments: [
            "", "0.0.0.0:80", "192.168.0.1:80", "localhost:80", "[::]:80", "128.0.0.1:80", "127.0.0.1",
            "127.0.0.1:65536",
            "127.0.0.1:-1", "127.0.0.01:80", "127.0.0:80", "127.0.0.256:80", "example.com:443", "unix:relative",
            "unix:/" + String(repeating: "x", count: 107), "[::1%eth0]:80", "::1:80",
        ])
    func refusesEverythingElse(text: String) {
        #expect(throws: DevCloudError.self) { try ListenAddress(text) }
    }

    @Test("listen address: names its URL") func namesItsURL() throws {
        #expect(try ListenAddress("127.0.0.1:0").url(port: 81) == "http://127.0.0.1:81")
        #expect(try ListenAddress("[::1]:80").url(port: nil) == "http://[::1]:80")
        #expect(try ListenAddress("unix:/run/x").url(port: nil) == "unix:/run/x")
    }
}
