import LockProtocol
import SesameProtocol
import TestSupport
import Testing

/// Tests the protocol with published bytes from two independent implementations.
@Suite("Published bytes") struct SesameVectorsTests {
    static let deviceSecret = "53a89c8dfc8adf36ace5bb83e8d1d25c"
    static let token = "a1b2c3d4"
    static let lockPublic =
        "57e977f6db7e33c3fe7acf2842ed987009caf56d458682fca447b7d3d762ab34"
        + "c5ab3770ba573bdff5414065640ffb5b346dfa84dec4db4d68e5f59cc471c2ec"
    static let clientPublic =
        "515c3d6eb9e396b904d3feca7f54fdcd0cc1e997bf375dca515ad0a6c3b4035f"
        + "4536be3a50f318fbf9a5475902a221502bef0d57e08c53b2cc0a56f17d9f9354"
    static let registrationPackets = [
        "0101515c3d6eb9e396b904d3feca7f54fdcd0cc1", "00e997bf375dca515ad0a6c3b4035f4536be3a50",
        "00f318fbf9a5475902a221502bef0d57e08c53b2", "02cc0a56f17d9f935400f15365",
    ]
    static let registeredPackets = [
        "01070100b80b00800000129cff6400000057e977", "00f6db7e33c3fe7acf2842ed987009caf56d4586",
        "0082fca447b7d3d762ab34c5ab3770ba573bdff5", "00414065640ffb5b346dfa84dec4db4d68e5f59c", "02c471c2ec",
    ]

    static func secret() throws -> SesameDeviceSecret { try SesameDeviceSecret(hex(deviceSecret)) }

    static func assembled(_ packets: [String]) throws -> SesameParcel {
        var reassembler = SesameReassembler()
        var parcel: SesameParcel?
        for packet in packets {
            #expect(parcel == nil)
            parcel = try reassembler.append(hex(packet))
        }
        return try #require(parcel)
    }

    @Test("Sesame vectors: both sides of a registration agree")
    func agreement() throws {
        let client = try SesameKeyAgreement(
            secret: hex("0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20"))
        let lock = try SesameKeyAgreement(secret: [UInt8](repeating: 0x55, count: 32))
        #expect(hex(client.publicKey) == Self.clientPublic)
        #expect(hex(lock.publicKey) == Self.lockPublic)
        #expect(hex(try client.deviceSecret(with: lock.publicKey).secretBytes) == Self.deviceSecret)
        #expect(hex(try lock.deviceSecret(with: client.publicKey).secretBytes) == Self.deviceSecret)
    }

    @Test("Sesame vectors: a registration in packets, both ways")
    func registration() throws {
        let request = SesameRequest(.registration, hex(Self.clientPublic) + hex("00f15365"))
        #expect(SesameParcel(request.encoded, isSealed: false).packets.map(hex) == Self.registrationPackets)
        let parcel = try Self.assembled(Self.registeredPackets)
        #expect(!parcel.isSealed)
        #expect(parcel.packets.map(hex) == Self.registeredPackets)
        guard case .response(.registration, .success, let payload) = try SesameReport(parcel.bytes) else {
            throw SesameError(.unexpectedMessage, "not a registration's answer")
        }
        #expect(hex(Array(payload.suffix(64))) == Self.lockPublic)
        let refusal = SesameReport.response(.registration, .invalidAction, [])
        #expect(SesameParcel(refusal.encoded, isSealed: false).packets.map(hex) == ["03070109"])
    }

    struct Recording: Sendable {
        let secret: String
        let key: String
        let fromLock: [(plain: String, packets: [String])]
        let fromKey: [(plain: String, packets: [String])]
    }

    static let plainFromLock = [
        "07020000f15365", "0851b80b0080000012", "08509cff64000000", "075300", "0851b80b0080000014",
    ]
    static let plainFromKey = [
        "53076b696f736b2031", "52076b696f736b2031", "53000e000102030405060708090a0b0c0d0e0f",
        "53146162636465666768696a6b6c6d6e6f7071727374", "05", "0800f15365", "0401", "0b1e00", "509cff6400",
    ]
    static let recordings = [
        Recording(
            secret: deviceSecret, key: "f23e01b7",
            fromLock: Array(
                zip(
                    plainFromLock,
                    [
                        ["0507d56b5cb2c6ab31ec6ba2"], ["05ec8e62965bea70a6a9a1e76685"], ["05f547f397352b58d95f8bc4c0"],
                        ["0555ea68e3cb62b8"], ["055536a72f24508d298e795d8711"],
                    ])),
            fromKey: Array(
                zip(
                    plainFromKey,
                    [
                        ["0553d000352ce6a5d2f1ea93adc6"], ["05b6d8b1f434191b868abe37694c"],
                        ["01ae17616850295bddf6d96709e6b4c477424928", "047666af34"],
                        ["0101ad094328d20627324c9e2b12ef59fc16ae51", "04b993795676922b"], ["055858edf82b"],
                        ["05e8c7d79a31ca61b2d3"], ["05e5d2075d5ccb"], ["05e3112e8dcee71f"], ["05d0f27e11b2cc7a33f3"],
                    ]))),
        Recording(
            secret: "000102030405060708090a0b0c0d0e0f", key: "4468fc5b",
            fromLock: Array(
                zip(
                    plainFromLock,
                    [
                        ["05d838f907ed69768c84f6ee"], ["05bf824be547abd200cf238e5df5"], ["050f31191373fe0259ca95599b"],
                        ["053132f38945aa38"], ["05af302de82aa70e210545e627fc"],
                    ])),
            fromKey: Array(
                zip(
                    plainFromKey,
                    [
                        ["058c3d926e7349785ca9b308db8c"], ["05e5d498872858b920ec1312c0b1"],
                        ["0154618bec16fc015dbcf058ae9ae28966ba1885", "04c5ba2bc2"],
                        ["0165759297a799eb41422920666eaf1e255a4d6d", "04e282bafc259372"], ["05a29e20759f"],
                        ["058ede7e46e3b2bec2ce"], ["0510085d878eb5"], ["0536c8ba60fe1b28"], ["053fa2cc8856c9455bb9"],
                    ]))),
    ]

    @Test("Sesame vectors: every recorded message, sealed and opened, in its order", arguments: [0, 1])
    func sessions(number: Int) throws {
        let recording = Self.recordings[number]
        let secret = try SesameDeviceSecret(hex(recording.secret))
        for messages in [recording.fromLock, recording.fromKey] {
            var sender = try secret.session(token: hex(Self.token))
            var receiver = sender
            #expect(hex(sender.proof) == recording.key)
            for message in messages {
                #expect(try sender.seal(hex(message.plain)).packets.map(hex) == message.packets)
                let parcel = try Self.assembled(message.packets)
                #expect(parcel.isSealed)
                #expect(hex(try receiver.open(parcel.bytes)) == message.plain)
            }
        }
    }

    @Test("Sesame vectors: what does not open is not counted")
    func order() throws {
        var session = try Self.secret().session(token: hex(Self.token))
        let messages = try Self.recordings[0].fromLock.map { try Self.assembled($0.packets).bytes }
        #expect(throws: SesameError(.badTag, "")) { try session.open(messages[1]) }
        var damaged = messages[0]
        damaged[2] ^= 1
        #expect(throws: SesameError(.badTag, "")) { try session.open(damaged) }
        #expect(throws: SesameError(.truncated, "")) { try session.open([1, 2, 3]) }
        #expect(hex(try session.open(messages[0])) == "07020000f15365")
        #expect(throws: SesameError(.badTag, "")) { try session.open(messages[0]) }
        #expect(hex(try session.open(messages[1])) == "0851b80b0080000012")
    }

    @Test("Sesame vectors: the first words of a link")
    func initial() throws {
        let parcel = try Self.assembled(["03080ea1b2c3d4"])
        #expect(try SesameReport(parcel.bytes) == .publish(.initial, hex(Self.token)))
        let session = try Self.secret().session(token: hex(Self.token))
        let login = SesameRequest(.login, session.proof).encoded
        #expect(SesameParcel(login, isSealed: false).packets.map(hex) == ["0302f23e01b7"])
    }

    @Test("Sesame vectors: what a lock says to everybody")
    func advertisement() throws {
        let data = "050001" + "0102030405060708090a0b0c0d0e0f10"
        let advertisement = try SesameAdvertisement(manufacturerData: hex(data))
        #expect(advertisement.model == SesameModel.sesame5.rawValue)
        #expect(advertisement.isRegistered && !advertisement.hasHistory)
        #expect(hex(advertisement.manufacturerData) == data)
        #expect(advertisement.localName == "AQIDBAUGBwgJCgsMDQ4PEA")
        #expect(hex(try advertisement.address) == "ff7c46fe77d8")
        #expect(throws: SesameError(.truncated, "")) { try SesameAdvertisement(manufacturerData: hex("0500")) }
        #expect(throws: SesameError(.oversize, "")) { try SesameAdvertisement(manufacturerData: hex(data) + [0]) }
    }

    @Test("Sesame vectors: states and settings")
    func mechanics() throws {
        let locked = try SesameMechStatus(payload: hex("b80b0080000012"))
        #expect(locked.millivolts == 6_000 && locked.target == nil && locked.position == 0)
        #expect(locked.state == .locked && locked.batteryPercent == 100 && !locked.isBatteryLow)
        #expect(hex(locked.payload) == "b80b0080000012")
        let unlocked = try SesameMechStatus(payload: hex("b80b0080000014"))
        #expect(unlocked.state == .unlocked)
        #expect(try SesameMechStatus(payload: hex("b80b6400000000")).state == .moving)
        #expect(try SesameMechStatus(payload: hex("b80b0080000018")).state == .jammed)
        #expect(try SesameMechStatus(payload: hex("b80b0080000010")).state == .between)
        let setting = try SesameMechSetting(payload: hex("9cff64000000"))
        #expect(setting == SesameMechSetting(lockAngle: -100, unlockAngle: 100))
        #expect(hex(setting.payload) == "9cff64000000")
    }

    @Test(
        "Sesame vectors: the vendor's table of charges",
        arguments: [
            (5_850, 100), (5_700, 70), (5_676, 65), (5_400, 21), (5_300, 17), (4_600, 0), (4_000, 0), (6_200, 100),
        ]
    )
    func charge(millivolts: Int, percent: Int) {
        var status = SesameMechStatus()
        status.halfMillivolts = UInt16(millivolts / 2)
        #expect(status.batteryPercent == percent)
    }

    @Test("Sesame vectors: who asked, in both forms")
    func tags() throws {
        #expect(hex(SesameHistoryTag.text("kiosk 1").payload) == "076b696f736b2031")
        #expect(try SesameHistoryTag(payload: hex("076b696f736b2031")) == .text("kiosk 1"))
        let identity = "000e000102030405060708090a0b0c0d0e0f"
        let id = hex("000102030405060708090a0b0c0d0e0f")
        #expect(try SesameHistoryTag(payload: hex(identity)) == .identity(kind: 14, id))
        #expect(hex(SesameHistoryTag.identity(kind: 14, id).payload) == identity)
        #expect(SesameHistoryTag.text("").payload == [0])
        // The text is cut before the first character that does not fit as a whole.
        #expect(SesameHistoryTag.text("äääääääääää").payload == [20] + Array("ääääääääää".utf8))
        #expect(SesameHistoryTag.text("1234567890123456789ä").payload == [19] + Array("1234567890123456789".utf8))
        #expect(throws: SesameError(.truncated, "")) { try SesameHistoryTag(payload: [5, 1]) }
        #expect(throws: SesameError(.oversize, "")) { try SesameHistoryTag(payload: [1, 65, 66]) }
    }

    @Test("Sesame vectors: a credential is kept as it was, and never printed")
    func credential() throws {
        let credential = SesameCredential(secret: try Self.secret())
        #expect(credential.encoded.count == SesameCredential.encodedSize)
        #expect(try SesameCredential(encoded: credential.encoded) == credential)
        #expect(!"\(credential)".contains("53a8") && !"\(credential)".contains("83"))
        var other = credential.encoded
        other[0] = 2
        #expect(throws: SesameError(.badValue, "")) { try SesameCredential(encoded: other) }
        #expect(throws: SesameError(.oversize, "")) { try SesameCredential(encoded: credential.encoded + [0]) }
        #expect(throws: SesameError(.weakKey, "")) {
            try SesameCredential(encoded: [1] + [UInt8](repeating: 0, count: 16))
        }
        #expect(throws: SesameError(.weakKey, "")) {
            try SesameKeyAgreement(secret: [UInt8](repeating: 1, count: 32)).deviceSecret(
                with: [UInt8](repeating: 7, count: 64))
        }
    }

    @Test("Sesame vectors: packets out of place")
    func segments() throws {
        var reassembler = SesameReassembler()
        #expect(try reassembler.append(hex("00aabb")) == nil)
        #expect(try reassembler.append(hex("02aabb")) == nil)
        #expect(try reassembler.append(hex("01aa")) == nil)
        // The first packet of a message discards an incomplete earlier message.
        #expect(try reassembler.append(hex("01bb")) == nil)
        #expect(try reassembler.append(hex("04cc")) == SesameParcel(hex("bbcc"), isSealed: true))
        #expect(throws: SesameError(.truncated, "")) { try reassembler.append([]) }
        #expect(throws: SesameError(.badValue, "")) { try reassembler.append([7, 1]) }
        #expect(try reassembler.append([1] + [UInt8](repeating: 1, count: 200)) == nil)
        #expect(throws: SesameError(.oversize, "")) { try reassembler.append([0] + [UInt8](repeating: 1, count: 57)) }
        #expect(try reassembler.append(hex("02aa")) == nil)
        #expect(SesameParcel([], isSealed: false).packets == [[3]])
        let long = SesameParcel([UInt8](repeating: 9, count: 38), isSealed: true).packets
        #expect(long.map(\.count) == [20, 20] && long.map { $0[0] } == [1, 4])
    }
}
