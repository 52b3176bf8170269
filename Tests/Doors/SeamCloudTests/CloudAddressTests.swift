import SeamCloud
import Testing

@Suite struct CloudAddressTests {
    @Test(
        "cloud address: accepts",
        arguments: [
            ("https://connect.getseam.com", true), ("https://connect.getseam.com:8443/api/v1/", true),
            ("https://[2001:db8::1]:443", true), ("http://127.0.0.1:1", false),
            ("http://127.1.2.3:65535/prefix", false),
            ("http://localhost:8080", false), ("http://[::1]:80", false), ("unix:/run/cloud.sock", false),
        ])
    func accepts(text: String, encrypted: Bool) throws {
        let address = try CloudAddress(text)
        #expect(address.isEncrypted == encrypted)
        #expect(address.description == text)
    }

    @Test(
        "cloud address: refuses",
        arguments: [
            "", "connect.getseam.com", "ftp://host", "https://", "https://user@host", "https://host?x=1",
            "https://host#x",
            "https://host/a/../b", "https://host/a%2fb", "https://host:0", "https://host:70000", "https://host:",
            "https://ho st", "https://hôte", "http://example.com", "http://127.0.0.1.example.com", "http://128.0.0.1",
            "http://127.0.0.1@example.com", "http://localhost.example.com", "unix:run/x", "https://host\r\nx: y",
            "unix:/" + String(repeating: "a", count: 107), "https://[::1", "http://127.0.0", "https:///path",
        ])
    func refuses(text: String) {
        #expect(throws: CloudAddress.Fault.self) { try CloudAddress(text) }
    }
}
