import LockProtocol
import NukiProtocol
import TestSupport
import Testing

/// A sealed message from the fact sheet, with its decrypted content and all its bytes.
struct SealedVector: CustomTestStringConvertible, Sendable {
    let name: String
    let content: String
    let message: String
    var authID: UInt32 = 2

    var testDescription: String { name }

    static let all = official + further

    static let official = [
        SealedVector(
            name: "request states",
            content: "0200000001000c00418d",
            message: Official.requestStates
        ),
        SealedVector(
            name: "states, 15 bytes",
            content: "020000000c00020100e0070307080f1e3c0000200ad160",
            message: Official.states
        ),
        SealedVector(
            name: "request challenge",
            content: "0200000001000400e804",
            message: Official.requestChallenge
        ),
        SealedVector(
            name: "challenge",
            content: "02000000040057d95521bea186b5a9244f025737924c5b7e33592d0614d5f6ef2e2f142c6d4bff98",
            message: Official.challenge
        ),
        SealedVector(
            name: "lock action",
            content: "020000000d0001000000000057d95521bea186b5a9244f025737924c5b7e33592d0614d5f6ef2e2f142c6d4bcacf",
            message: Official.lockAction
        ),
    ]

    static let further = [
        SealedVector(
            name: "unlock, app id 0x11223344, suffix 'kiosk 1' (58-byte payload)",
            content: "020000000d000144332211006b696f736b20310000000000000000000000000057d95521bea186b5a9244f02"
                + "5737924c5b7e33592d0614d5f6ef2e2f142c6d4bde86",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000005200bebbada537a98beed888727d4358"
                + "f290d31020b78229d781471dd8abe2ef6a4279c5b0ed61705a567a0e5c31b43f7e6e208de857611031f71973"
                + "3bc03f4a03fdbd4be20a9b4db91ebfbb39e498dbf8d0642c"
        ),
        SealedVector(
            name: "unlatch, same app id, no suffix (38-byte payload)",
            content: "020000000d0003443322110057d95521bea186b5a9244f025737924c5b7e33592d0614d5f6ef2e2f142c6d4b"
                + "a293",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000003e00b4c3cf381d28297fa64fb4111fda"
                + "9ebbd31020b78229d581471dd8abde5f5010ac440758c85415542d39ce7def414d375a52a9a3295e996da47b"
                + "1989caee"
        ),
        SealedVector(
            name: "request config",
            content: "02000000140057d95521bea186b5a9244f025737924c5b7e33592d0614d5f6ef2e2f142c6d4b86cb",
            message: "000102030405060708090a0b0c0d0e0f101112131415161702000000380016af3d0b17cc496a8965e67da8a5"
                + "9fa1d31020b79b29811c211e770a0f33ac155de7d6daf33c012849577137a0ea8881597ba95ab2fa3189"
        ),
        SealedVector(
            name: "request battery report",
            content: "02000000010011006ef8",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000001a00a16bf82d89ee3c6dca52f2bd9b9a"
                + "2554d31020b78e29c7c51ac7"
        ),
        SealedVector(
            name: "keyturner states, 19 bytes",
            content: "020000000c00020100ea070b1415042c3c00c807000100000275eb",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000002b00382718cf3becd9b09e5aae5fa3b8"
                + "9d88d31020b78329d4c474d5cea09d93011d2ee549ea61715a56787bb7"
        ),
        SealedVector(
            name: "keyturner states, 27 bytes",
            content: "020000000c00020300ea070b141504323c00c8070001000002000000c401000000cddc",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000003300ae8b1fb43f1b763598e4b73d15fe"
                + "ade3d31020b78329d4c674d5cea09d9301032ee549ea61715a56780e5c31703e7e6e779961"
        ),
        SealedVector(
            name: "status accepted",
            content: "020000000e00010d9a",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000001900eecb9e5918cf88f33c8d0d28e58d"
                + "aaffd31020b78129d7c8ee"
        ),
        SealedVector(
            name: "status complete",
            content: "020000000e00002c8a",
            message: "000102030405060708090a0b0c0d0e0f101112131415161702000000190072481d57a8547de6ec2abc32f95c"
                + "ea79d31020b78129d6e9fe"
        ),
        SealedVector(
            name: "error busy for lock action",
            content: "020000001200450d00cd1e",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000001b00d102645e55814b2f9f85a618ddc5"
                + "a4e4d31020b79d2993c874f2d7"
        ),
        SealedVector(
            name: "error bad nonce for lock action",
            content: "020000001200220d003600",
            message: "000102030405060708090a0b0c0d0e0f1011121314151617020000001b0099a1e9245f7fa343834d02cd65c1"
                + "b42dd31020b79d29f4c87409c9"
        ),
        SealedVector(
            name: "Ultra authorization data, app id 0x11223344, name 'Seam broker', PIN 123456",
            content: "7fffffff0600443322115365616d2062726f6b657200000000000000000000000000000000000000000040e2"
                + "0100580d",
            message: "000102030405060708090a0b0c0d0e0f10111213141516177fffffff400054dd7103cbfeeef58967d2f59f18"
                + "01a6aeefdf48892992f6562e9acee8eb2553608aea8813705a567a0e5c31b43f7e6e7754bd76dfb1b742b057"
                + "3420697dc9bc",
            authID: NukiSealedFrame.temporaryAuthID
        ),
        SealedVector(
            name: "Ultra authorization id 3",
            content: "7fffffff070003000000101112131415161718191a1b1c1d1e1fa9be",
            message: "000102030405060708090a0b0c0d0e0f10111213141516177fffffff2c00a58a4317a06fdc895549cc5e3e48"
                + "0335aeefdf488829d5c5743fd9ba9b95112404f299f47b6b464b6411f58f",
            authID: NukiSealedFrame.temporaryAuthID
        ),
    ]
}

@Suite("Sealed messages of the fact sheet")
struct SealedVectorsTests {
    @Test("sealed vectors: open, check, encode again", arguments: SealedVector.all)
    func bothWays(vector: SealedVector) throws {
        let key = try Official.shared()
        let frame = try NukiSealedFrame(hex(vector.message))
        #expect(frame.authID == vector.authID)
        #expect(hex(try key.open(frame.box, nonce: frame.nonce)) == vector.content)
        let message = try frame.message(key: key)
        let again = try NukiSealedFrame(sealing: message, authID: frame.authID, key: key, nonce: frame.nonce)
        #expect(again == frame)
        #expect(hex(again.encoded) == vector.message)
        try Payloads.expectSameAfterDecoding(message)
    }

    @Test("sealed vectors: one damaged bit anywhere in the box is found", arguments: SealedVector.official)
    func damaged(vector: SealedVector) throws {
        let key = try Official.shared()
        let bytes = hex(vector.message)
        for index in NukiSealedFrame.headerSize..<bytes.count {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(throws: NukiError(.badBox, "")) { try NukiSealedFrame(damaged).message(key: key) }
        }
    }

    @Test("sealed vectors: another id in front of the box than inside is refused")
    func movedToAnotherClient() throws {
        var bytes = hex(Official.states)
        bytes[24] = 3
        #expect(throws: NukiError(.wrongIdentity, "")) {
            try NukiSealedFrame(bytes).message(key: Official.shared())
        }
    }
}

/// Checks that decoding a payload and encoding it again gives the same bytes.
enum Payloads {
    static func expectSameAfterDecoding(_ message: NukiMessage) throws {
        let payload = message.payload
        let again: [UInt8]
        switch message.command {
        case .keyturnerStates: again = try NukiKeyturnerStates(payload: payload).payload
        case .lockAction: again = try NukiActionRequest(payload: payload).payload
        case .errorReport: again = try NukiErrorReport(payload: payload).payload
        case .status: again = [try NukiStatus(payload: payload).rawValue]
        case .authorizationData where payload.count == 40:
            again = try NukiUltraAuthorizationRequest(payload: payload).payload
        case .authorizationData: again = try NukiAuthorizationRequest(payload: payload).payload
        case .authorizationID where payload.count == 20:
            again = try NukiUltraAuthorizationGrant(payload: payload).payload
        case .authorizationID: again = try NukiAuthorizationGrant(payload: payload).payload
        case .authorizationIDConfirmation: again = try NukiAuthorizationConfirmation(payload: payload).payload
        default: again = payload
        }
        #expect(again == payload)
    }
}
