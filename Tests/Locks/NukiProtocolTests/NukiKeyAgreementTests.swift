import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Key agreement, authenticators, boxes")
struct NukiKeyAgreementTests {
    @Test("Nuki key agreement: the vendor document's keys")
    func official() throws {
        let client = try NukiKeyAgreement(secret: Official.clientSecret)
        #expect(client.publicKey == Official.clientPublic)
        #expect(try client.sharedKey(with: Official.lockPublic) == Official.shared())
        #expect(try NukiKeyAgreement.derive(Official.agreed) == Official.shared())
    }

    @Test("Nuki key agreement: simnuki's keys, box and authenticator")
    func simnuki() throws {
        let lock = try NukiKeyAgreement(secret: hex("e7b0ed4e3fd53beb1ace91475b4a9eabc4d7c47f19c84193ebddac953ff9bc45"))
        let client = try NukiKeyAgreement(
            secret: hex("4122ac9fd03aed655010583c279507577981fa6738a90a16fb05a87475954ba4")
        )
        #expect(hex(lock.publicKey) == "0d4105dbc4dd1e9ff474bd28ef9539b1b0b09fa5444c0d1adabc590f4b5e2e56")
        #expect(hex(client.publicKey) == "76541d1e8bddfa8bb545e5172734c35653761ccbddc5536ef5bf544bde99b427")
        let shared = try NukiSharedKey(hex("fadc14fc1cbb2813e0c5bc29b9411370a76b85e3983783aadfa1f11c5aa6aa25"))
        #expect(try lock.sharedKey(with: client.publicKey) == shared)
        #expect(try client.sharedKey(with: lock.publicKey) == shared)
        let agreed = hex("8a59218fc92f7fdaa46d180b04f2df700ab70070b5b3f061d8c702a4fb19404f")
        #expect(try NukiKeyAgreement.derive(agreed) == shared)
        let plain = hex("1234567890abcdef")
        let nonce = hex("8c34a5503c40cfae7184b296f58fbaa2f6f9d3ccff58f103")
        #expect(try hex(shared.seal(plain, nonce: nonce)) == "e0c19497e5e8dc6d1f444ffb1efebca6a977b136f5846e18")
        #expect(
            hex(shared.authenticator(over: plain, nonce))
                == "7d5dac4faf9dae6a1e18d9a62e31137f187c920a389a828602d86ba234362285"
        )
    }

    @Test("Nuki key agreement: nuki-cli's keys and authenticator")
    func nukiCLI() throws {
        let lockPublic = hex("dc040afe6401550e1f7b20ab50135b80765834b9d898e6da7129f61c62929b78")
        let client = try NukiKeyAgreement(
            secret: hex("c11cfb400a3a33414e89f9e6607271c2af076405c5407984297f1de0e7a54b73")
        )
        #expect(hex(client.publicKey) == "f7a4fe9783c4c936a777963e78bb481533208d4e7d837373ba4b945747d9ba46")
        let shared = try client.sharedKey(with: lockPublic)
        #expect(
            try shared == NukiSharedKey(hex("915561587d86815b709edd5819d8c6f2e883da3c86f461f13b84228b84533e04"))
        )
        let challenge = hex("cc5f15190127a3b27d87160ae50d459b1530a50dd93e9d0c3db05a6cfaa5d64a")
        #expect(
            hex(shared.authenticator(over: client.publicKey, lockPublic, challenge))
                == "8d8163ef2e9f84bade6bc3a5a5baf613f8bf70f22c4dd7c514b8ece932305fdb"
        )
    }

    @Test("Nuki key agreement: inside one box")
    func insideOneBox() throws {
        let nonce = hex("88fdefd7f941b63c242b7f84b3d786886340a4a8b1c1eaa0")
        let subkey = try NukiKeyAgreement.hsalsa20(key: Official.sharedBytes, input: Array(nonce.prefix(16)))
        #expect(hex(subkey) == "d0b3feecdc79e8f9a507eae5212b3a75a492aeb9465adf393da1395f2196e418")
        let box = try Official.shared().seal(hex("0200000001000400e804"), nonce: nonce)
        #expect(hex(box) == "066819a2956e6a79af6ed66d257b2767" + "15f51f63a8beb9ed0d47")
    }

    @Test("Nuki key agreement: small-order public keys and wrong sizes are refused")
    func weak() throws {
        let pair = try NukiKeyAgreement(secret: Official.clientSecret)
        let one = [1] + [UInt8](repeating: 0, count: 31)
        for weak in [[UInt8](repeating: 0, count: 32), one, [], [UInt8](repeating: 7, count: 33)] {
            #expect(throws: NukiError(.weakKey, "")) { try pair.sharedKey(with: weak) }
        }
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(throws: NukiError(.weakKey, "")) { try NukiKeyAgreement.derive(zeros) }
        #expect(throws: NukiError(.weakKey, "")) { try NukiKeyAgreement(secret: [1, 2, 3]) }
        #expect(throws: NukiError(.weakKey, "")) { try NukiSharedKey(zeros) }
        #expect(throws: NukiError(.badLength, "")) { try Official.shared().seal([], nonce: [1]) }
        #expect(throws: NukiError(.badBox, "")) { try Official.shared().open([1], nonce: [UInt8](zeros.prefix(24))) }
    }

    @Test("Nuki key agreement: a key does not show itself")
    func hidden() throws {
        var dumped = ""
        dump(try Official.credential(), to: &dumped)
        #expect(!dumped.contains("33, 127") && !dumped.contains("127\n"))
        #expect("\(try Official.shared())" == "NukiSharedKey(…)")
        #expect(String(reflecting: try Official.shared()) == "NukiSharedKey(…)")
    }

    @Test("Nuki key agreement: a credential survives its encoding, and nothing else passes for one")
    func credential() throws {
        let credential = try NukiCredential(
            kind: .ultra,
            authID: 3,
            appID: 0x1122_3344,
            nukiID: 0x33C3_35C5,
            lockUUID: hex(Official.lockUUID),
            key: Official.shared()
        )
        let encoded = credential.encoded
        #expect(encoded.count == NukiCredential.encodedSize)
        #expect(hex(Array(encoded.prefix(14))) == "01010300000044332211c535c333")
        #expect(try NukiCredential(encoded: encoded) == credential)
        #expect(throws: NukiError(.badValue, "")) { try NukiCredential(encoded: [2] + encoded.dropFirst()) }
        #expect(throws: NukiError(.badValue, "")) { try NukiCredential(encoded: [1, 9] + encoded.dropFirst(2)) }
        #expect(throws: NukiError(.truncated, "")) { try NukiCredential(encoded: Array(encoded.dropLast())) }
        #expect(throws: NukiError(.oversize, "")) { try NukiCredential(encoded: encoded + [0]) }
    }
}
