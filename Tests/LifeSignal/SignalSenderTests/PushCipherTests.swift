import Crypto
import LinuxSupport
import SignalAPI
import SignalCore
import Testing
import Wire

@testable import SignalSender

/// Tests the encryption and the signatures of messages to browsers with the example of RFC 8291.
@Suite struct PushCipherTests {
    private static let browser = """
        https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV \
        BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4 BTBZMqHH6r4Tts7J_aSIgg
        """
    private static let body = """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
        """

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(text)) }

    @Test("push: the example of RFC 8291 is encrypted to the byte") func example() throws {
        let address = try #require(PushAddress(Self.browser))
        #expect(address.origin == "https://push.example.net" && address.host == "push.example.net")
        let own = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = PushCipher.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: address, own: own,
            salt: try Self.bytes("DGv6ra1nlYgDCS1FRnbzlw"), block: 1)
        #expect(body.map(Base64URL.encode) == Self.body)
    }

    @Test("push: the length shows little, and no body is too long") func lengths() throws {
        let address = try #require(PushAddress(Self.browser))
        func size(_ count: Int) -> Int? {
            PushCipher.encrypt([UInt8](repeating: 7, count: count), for: address)?.count
        }
        let one = 86 + 512 + 16
        #expect([0, 1, 510, 511].map(size) == [one, one, one, one] && size(512) == one + 512)
        #expect(size(PushCipher.longest) == PushCipher.longestBody && size(PushCipher.longest + 1) == nil)
        let two = try (0..<2).map { _ in try #require(PushCipher.encrypt([1], for: address)) }
        #expect(two[0].prefix(16) != two[1].prefix(16) && two[0][21..<86] != two[1][21..<86], "new keys each time")
    }

    @Test("push: only an address that a browser has made is one")
    func addresses() throws {
        let parts = Self.browser.split(separator: " ").map(String.init)
        func address(_ url: String, _ key: String = parts[1], _ secret: String = parts[2]) -> PushAddress? {
            PushAddress("\(url) \(key) \(secret)")
        }
        for url in ["https://a.org/x", "https://a.org:8443/x?y", "http://127.0.0.1:99/x"] {
            #expect(address(url) != nil, "\(url)")
        }
        for url in [
            "http://a.org/x", "https://a.org", "https://a.org?x", "https://me@a.org/", "https://a.org/#x",
            "ftp://a.org/",
            "https://10.0.0.1/x", "https://localhost/", "https://[::1]/", "https://0x7f.1/", "https://2130706433/",
            "https://A.org/", "https://a.org:0/", "https://a.org:66000/", "https://a.org:/", "https://a..org/",
            "http://127.0.0.1/x", "http://127.0.0.1:1@a.org/", "https://a.org\\@b.org/", "https:///x", "",
            "https://a.org/ä", "https://a.org/\u{0}", "https://a.org/\(String(repeating: "x", count: 1_024))",
        ] { #expect(address(url) == nil, "\(url)") }
        let short = String(parts[1].dropLast(4))
        for key in [short, parts[1] + "AAAA", "A" + parts[1].dropFirst(), parts[1] + "=", ""] {
            #expect(address(parts[0], key) == nil, "\(key)")
        }
        for secret in ["AAAA", parts[2] + "AAAA", parts[2] + " x"] {
            #expect(address(parts[0], parts[1], secret) == nil)
        }
        // A point that is not on the curve.
        let off = Base64URL.encode([4] + [UInt8](repeating: 1, count: 64))
        let stray = try #require(address(parts[0], off))
        #expect(PushCipher.encrypt([1], for: stray) == nil)
        #expect(throws: FieldFault.self) { try ReachAddress(channel: "a", address: "ada@example.org", kind: .push) }
        let typed = try ReachAddress(typed: Self.browser, channel: "a", kind: .push)
        #expect(typed.address == Self.browser && typed.hint == "push.example.net")
    }

    @Test("push: a service is one of those in the configuration") func services() throws {
        func isIn(_ pattern: String, _ origin: String) throws -> Bool {
            try #require(PushSettings.Service(pattern)).isOrigin(origin)
        }
        #expect(try isIn("https://a.org", "https://a.org") && isIn("https://*.a.org", "https://x.y.a.org"))
        for (pattern, origin) in [
            ("https://a.org", "https://b.a.org"), ("https://a.org", "https://a.org:8443"),
            ("https://a.org", "http://a.org"), ("https://*.a.org", "https://a.org"),
            ("https://*.a.org", "https://.a.org"), ("https://*.a.org", "https://xa.org"),
            ("https://*.a.org", "https://x.a.org:1"), ("http://127.0.0.1:1", "http://127.0.0.1:12"),
        ] { #expect(try !isIn(pattern, origin), "\(pattern) \(origin)") }
        for pattern in [
            "https://*", "*.a.org", "https://a.*.org", "https://*.*.a.org", "https://a.org/", "http://a.org",
        ] {
            #expect(PushSettings.Service(pattern) == nil, "\(pattern)")
        }
        for pattern in PushSettings.known { #expect(PushSettings.Service(pattern) != nil) }
    }

    @Test("push: a message has its time, its urgency and its topic") func headers() throws {
        func message(_ kind: String, word: String? = "ABCDEF", text: String = "x") throws -> OutgoingMessage {
            let delivery = SignalDelivery(
                id: 7, fence: 1, channel: "c", address: Self.browser, kind: kind, text: text, word: word,
                isRepeat: false)
            return try #require(OutgoingMessage(delivery, by: .push))
        }
        for (kind, seconds, isUrgent, hasTopic) in [
            ("alert", 86_400, true, true), ("last", 86_400, true, true), ("all_clear", 3_600, false, true),
            ("drill", 3_600, true, false), ("reminder", 300, true, false), ("ping", 3_600, false, false),
            ("news", 3_600, false, false), ("code", 60, true, false), ("later", 3_600, false, false),
        ] {
            let message = try message(kind)
            #expect(PushChannel.lifetime(of: message) == .seconds(seconds), "\(kind)")
            #expect(PushChannel.isUrgent(message) == isUrgent, "\(kind)")
            let topic = PushChannel.topic(of: message)
            #expect((topic != nil) == hasTopic && topic?.contains("ABCDEF") != true, "\(kind)")
            #expect(topic?.utf8.count ?? 32 == 32, "RFC 8030 allows 32 letters")
        }
        #expect(try PushChannel.topic(of: message("alert")) == PushChannel.topic(of: message("all_clear")))
        #expect(try PushChannel.topic(of: message("alert", word: "B")) != PushChannel.topic(of: message("alert")))
        #expect(try PushChannel.topic(of: message("alert", word: nil)) == nil)
        let long = PushChannel.payload(try message("alert", text: String(repeating: "\u{1F198}", count: 1_024)))
        let title = try JSON(parsing: long)["title"]
        #expect(long.count <= PushCipher.longest && title == "LifeSignal: alarm ABCDEF")
    }

    @Test("push: a key is read only as it was made") func keys() throws {
        let secret = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        let signer = try PushSigner(secret)
        #expect(signer.publicKey.hasPrefix("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"))
        let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)
        let signed = try #require(signer.authorization(for: "https://a.org", contact: "mailto:a@b.org", at: now))
        let token = try #require(signed.firstMatch(of: /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=([\w-]+)$/))
        let claims = try JSON(parsing: Self.bytes(String(token.2)))
        #expect(claims["aud"] == "https://a.org" && claims["sub"] == "mailto:a@b.org")
        #expect(claims["exp"]?.integerValue == 1_800_043_200 && String(token.4) == signer.publicKey)
        let key = try P256.Signing.PublicKey(x963Representation: Self.bytes(signer.publicKey))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Self.bytes(String(token.3)))
        #expect(key.isValidSignature(signature, for: Array(String(token.1).utf8)))
        for text in ["", "AAAA", secret + "AAAA", String(repeating: "A", count: 43), "canary"] {
            do {
                _ = try PushSigner(text)
                Issue.record("\(text) is a key")
            } catch {
                #expect(text.isEmpty || !error.message.contains(text))
            }
        }
    }
}
