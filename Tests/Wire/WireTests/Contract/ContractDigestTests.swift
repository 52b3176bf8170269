import Testing
import Wire

@Suite("The digest of a contract")
struct ContractDigestTests {
    /// Vectors from FIPS 180-4 and from NIST's examples. Also contains texts whose length is close to one block.
    static let vectors: [(String, String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
        (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
        (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test("contract digest: SHA-256 is SHA-256", arguments: vectors)
    func vector(text: String, digest: String) {
        #expect(Hex.encode(WireSHA256.hash(text.utf8)) == digest)
    }

    @Test("contract digest: a digest names its algorithm")
    func name() {
        #expect(Contract.digest(of: "abc".utf8).hasPrefix("sha256:ba7816bf"))
    }
}
