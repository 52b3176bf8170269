import LockProtocol
import NukiProtocol
import TestSupport
import Testing

@Suite("Checksum and plain frames")
struct NukiChecksumTests {
    @Test(
        "Nuki checksum: published values",
        arguments: [
            (Array("123456789".utf8), 0x29B1), (hex("01000300"), 0xA727), (hex("0e0000"), 0xD79D),
            (hex("020000000e0001"), 0x9A0D), (hex("020000000e0000"), 0x8A2C), (hex("0200000001000400"), 0x04E8),
            (hex("0200000001000c00"), 0x8D41),
        ] as [([UInt8], UInt16)]
    )
    func published(bytes: [UInt8], crc: UInt16) {
        #expect(NukiChecksum.crc16(bytes) == crc)
    }

    @Test("Nuki checksum: plain frames decode and encode", arguments: Official.pairing + Self.errors)
    func plain(frame: String) throws {
        let message = try NukiMessage(plainFrame: hex(frame))
        #expect(hex(message.plainFrame) == frame)
        try Payloads.expectSameAfterDecoding(message)
    }

    static let errors = ["12001001008721", "1200fd0000d6f0", "120020000013d7", "4c000171b4"]

    @Test("Nuki checksum: the fields of the published plain frames")
    func fields() throws {
        let notPairing = try NukiErrorReport(payload: NukiMessage(plainFrame: hex(Self.errors[0])).payload)
        #expect(notPairing == NukiErrorReport(code: .notPairing, command: .requestData))
        let notAuthorized = try NukiErrorReport(payload: NukiMessage(plainFrame: hex(Self.errors[2])).payload)
        #expect(notAuthorized.code.reason == "nuki.not_authorized")
        #expect(notAuthorized.command.rawValue == 0)
        #expect(NukiErrorCode(rawValue: 0x0B).reason == "nuki.error_0b")
    }

    @Test("Nuki checksum: a damaged or short frame is refused")
    func damaged() {
        #expect(throws: NukiError(.badChecksum, "")) { try NukiMessage(plainFrame: hex("0100030027a6")) }
        #expect(throws: NukiError(.truncated, "")) { try NukiMessage(plainFrame: [0x01]) }
        #expect(throws: NukiError(.truncated, "")) { try NukiMessage(plainFrame: []) }
        // The frame contains no command, although its checksum over zero bytes is valid.
        #expect(throws: NukiError(.truncated, "")) { try NukiMessage(plainFrame: [0xFF, 0xFF]) }
    }
}
