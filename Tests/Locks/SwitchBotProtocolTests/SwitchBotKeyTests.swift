import LockProtocol
import SwitchBotProtocol
import TestSupport
import Testing

/// Tests the key both as people enter it and as it is stored.
@Suite("SwitchBot's key") struct SwitchBotKeyTests {
    @Test(
        "SwitchBot key: a text with the number and the key is read",
        arguments: [
            "5a 0f1e2d3c4b5a69788796a5b4c3d2e1f0", " 5A\t0F1E2D3C4B5A69788796A5B4C3D2E1F0\n",
            "5a0f1e2d3c4b5a69788796a5b4c3d2e1f0", "5a,0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            "Key ID: 5a Encryption key: 0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            #""keyId": "5a", "key": "0f1e2d3c4b5a69788796a5b4c3d2e1f0""#,
        ])
    func texts(text: String) throws {
        let key = try SwitchBotSharedKey(text).key
        #expect(key == (try SwitchBotLocks.key()))
        #expect(try SwitchBotSharedKey(SwitchBotSharedKey.text(of: key)).key == key)
    }

    @Test(
        "SwitchBot key: any other text is refused",
        arguments: [
            "", "5a", "0f1e2d3c4b5a69788796a5b4c3d2e1f0", "0f1e2d3c4b5a69788796a5b4c3d2e1f0 5a",
            "5a 0f1e2d3c4b5a69788796a5b4c3d2e1f", "5a 0f1e2d3c4b5a69788796a5b4c3d2e1f00",
            "5a 0f1e2d3c4b5a69788796a5b4c3d2e1fg", "5a 5a 0f1e2d3c4b5a69788796a5b4c3d2e1f0",
            "5a 00000000000000000000000000000000", "ssm://UI?t=sk&sk=AAAA",
            "5a ０f1e2d3c4b5a69788796a5b4c3d2e1f0", String(repeating: "5a ", count: 200),
        ])
    func strangers(text: String) {
        #expect(throws: SwitchBotSharedKey.Fault.notAKey) { try SwitchBotSharedKey(text) }
    }

    @Test("SwitchBot key: a credential comes back from its bytes, and damaged bytes are refused") func credentials()
        throws
    {
        let credential = SwitchBotCredential(key: try SwitchBotLocks.key())
        let bytes = credential.encoded
        #expect(hex(bytes) == "015a" + SwitchBotLocks.secret && bytes.count == SwitchBotCredential.encodedSize)
        #expect(try SwitchBotCredential(encoded: bytes) == credential)
        func fault(_ bytes: [UInt8]) -> SwitchBotFault? {
            do { _ = try SwitchBotCredential(encoded: bytes) } catch { return error.code }
            return nil
        }
        #expect(fault([]) == .truncated && fault(bytes.dropLast()) == .truncated && fault(bytes + [0]) == .oversize)
        #expect(fault([2] + bytes.dropFirst()) == .badValue)
        #expect(fault([1, 90] + [UInt8](repeating: 0, count: 16)) == .weakKey)
    }

    @Test("SwitchBot key: no text of a key, a session or a credential contains the key") func secrecy() throws {
        let key = try SwitchBotLocks.key()
        let texts = ["\(key)", "\(try SwitchBotLocks.session())", "\(SwitchBotCredential(key: key))"]
        var dumped = ""
        dump(key, to: &dumped)
        dump(try SwitchBotLocks.session(), to: &dumped)
        dump(SwitchBotCredential(key: key), to: &dumped)
        for text in texts + [dumped] {
            #expect(!text.contains(SwitchBotLocks.secret) && !text.contains("15, 30, 45"), "\(text)")
        }
    }

    @Test("SwitchBot key: keys and vectors of a wrong size are refused", arguments: [0, 15, 17, 32])
    func sizes(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        #expect(throws: SwitchBotError(.weakKey, "")) { try SwitchBotKey(id: 1, bytes) }
        let key = try SwitchBotLocks.key()
        #expect(throws: SwitchBotError(.weakKey, "")) { try key.session(vector: bytes) }
    }

    @Test("SwitchBot key: a lock that is added to an account gets a key, and loses it again") func owned() throws {
        var lock = SwitchBotLock(SwitchBotLocks.settings())
        var random = ScriptedRandom(seed: 3)
        #expect(lock.sharedKey == nil && lock.forget() == [])
        #expect(lock.own(using: &random) == [.keysChanged])
        let text = try #require(lock.sharedKey)
        #expect(try SwitchBotSharedKey(text).key == lock.key && lock.key?.id != 0)
        #expect(lock.own(using: &random) == [] && lock.sharedKey == text)
        lock.connected()
        #expect(lock.forget().last == .disconnect && lock.key == nil)
    }
}
