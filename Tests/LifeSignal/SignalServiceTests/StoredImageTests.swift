import PictureCodec
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests people's pictures with the real daemon and its real child.
@Suite(.timeLimit(.minutes(2))) struct StoredImageTests {
    /// A JPEG file of one colour, with a comment and EXIF in it.
    static func photograph(_ shade: UInt8 = 90, side: Int = 600) throws -> [UInt8] {
        let child = PictureChild(program: try Products.executable("seam-picture"))
        var pixels: [UInt8] = []
        for place in 0..<side * side { pixels += [shade, UInt8(place / side * 255 / side), 40, 255] }
        let file = try child.jpeg(width: side, height: side, pixels: pixels, quality: 80)
        let exif = segment(0xE1, Array("Exif\0\0MM\0*\0\0\0\u{8}\0\0\0\0\0\0".utf8))
        let comment = segment(0xFE, Array("48.137 N 11.575 E".utf8))
        return Array(file.prefix(2)) + exif + comment + Array(file.dropFirst(2))
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker, 0, UInt8(content.count + 2)] + content
    }

    private static func refusal(_ body: () throws -> Void) -> WireError? {
        do {
            try body()
            return nil
        } catch {
            return error as? WireError
        }
    }

    @Test("image: what is stored is small, has no EXIF, and is named by its bytes")
    func stored() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        let file = try Self.photograph()
        #expect(String(decoding: file, as: Unicode.ASCII.self).contains("48.137 N"))
        let image = try client.call(ImagePut.self, .init(data: file)).image
        #expect(try client.call(ImagePut.self, .init(data: file)).image == image)
        let kept = try client.call(ImageGet.self, .init(image: image)).data
        let text = String(decoding: kept, as: Unicode.ASCII.self)
        #expect(kept.count <= 49_152 && !text.contains("Exif") && !text.contains("48.137"))
        let child = PictureChild(program: try Products.executable("seam-picture"))
        let seen = try child.decode(kept)
        #expect(seen.width == 512 && seen.height == 512 && seen.facts.isEmpty)
    }

    @Test("image: it is shown to contacts once both agree, and to nobody else")
    func shown() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        let image = try client.call(ImagePut.self, .init(data: try Self.photograph())).image
        _ = try client.call(UserSetImage.self, .init(image: image))
        #expect(try client.call(UserGet.self, .init()).image == image)
        func isUnknown(_ session: String?) -> Bool {
            reason { _ = try client.call(ImageGet.self, .init(session: session, image: image)) }
                == "signal.unknown_image"
        }
        #expect(isUnknown("ben"))
        _ = try ContactTests.add(bench, "ben", by: nil, isResponder: true)
        let asked = try #require(try ContactTests.contacts(bench, "ben").first)
        #expect(asked.image == nil && isUnknown("ben"))
        _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        #expect(try ContactTests.contacts(bench, "ben").first?.image == image)
        let own = try client.call(ImageGet.self, .init(image: image)).data
        #expect(try client.call(ImageGet.self, .init(session: "ben", image: image)).data == own)
        let sights = try client.call(ContactWhoSeesMe.self, .init()).sights
        #expect(sights.first?.sees.contains("image") == true)
        // A contact does not see a picture that its person does not show.
        let other = try client.call(ImagePut.self, .init(data: try Self.photograph(200))).image
        #expect(
            reason { _ = try client.call(ImageGet.self, .init(session: "ben", image: other)) }
                == "signal.unknown_image")
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: asked.id, isQuiet: true))
        #expect(isUnknown("ben") && !isUnknown(nil))
    }

    @Test("image: another one replaces it, and the old one is deleted")
    func replaced() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        func isKept(_ image: String) -> Bool {
            (try? client.call(ImageGet.self, .init(image: image))) != nil
        }
        let (one, two) = (
            try client.call(ImagePut.self, .init(data: try Self.photograph(10))).image,
            try client.call(ImagePut.self, .init(data: try Self.photograph(240))).image
        )
        _ = try client.call(UserSetImage.self, .init(image: one))
        _ = try client.call(UserSetImage.self, .init(image: two))
        #expect(try client.call(UserGet.self, .init()).image == two)
        #expect(!isKept(one) && isKept(two))
        _ = try client.call(ImageDelete.self, .init(image: two))
        _ = try client.call(ImageDelete.self, .init(image: two))
        #expect(try client.call(UserGet.self, .init()).image == nil && !isKept(two))
        #expect(reason { _ = try client.call(UserSetImage.self, .init(image: one)) } == "signal.unknown_image")
        // Nobody can delete the picture of another person.
        let three = try client.call(ImagePut.self, .init(data: try Self.photograph(120))).image
        _ = try client.call(ImageDelete.self, .init(session: "ben", image: three))
        #expect(isKept(three))
        _ = try client.call(UserSetImage.self, .init(image: three))
        _ = try client.call(UserSetImage.self, .init())
        #expect(try client.call(UserGet.self, .init()).image == nil && !isKept(three))
    }

    @Test("image: what is no picture, or too much, is refused with its cause")
    func refused() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        let file = try Self.photograph(side: 64)
        let causes: [([UInt8], String, Int64?)] = [
            (Array("<html></html>".utf8), "not_a_picture", nil), (Array(file.prefix(file.count / 2)), "damaged", nil),
            (file + Array("PK\u{3}\u{4}".utf8), "trailing_bytes", nil),
            (PNGBytes.claiming(30_000, 30_000), "side_too_long", 8_192),
            (PNGBytes.claiming(1, 60_000), "side_too_long", 8_192),
            (PNGBytes.claiming(8_000, 8_000), "too_many_pixels", 40_000_000),
        ]
        for (bytes, why, limit) in causes {
            let error = try #require(Self.refusal { _ = try client.call(ImagePut.self, .init(data: bytes)) })
            #expect(error.reason == "signal.image_refused" && error.details?["why"]?.stringValue == why)
            #expect(error.details?["limit"]?.integerValue == limit && error.field == "/params/data")
        }
        for shade in [1, 60, 120, 180] as [UInt8] {
            _ = try client.call(ImagePut.self, .init(data: try Self.photograph(shade, side: 64)))
        }
        let full = try #require(
            Self.refusal { _ = try client.call(ImagePut.self, .init(data: try Self.photograph(250, side: 64))) })
        #expect(full.reason == "signal.image_limit" && full.details?["limit"]?.integerValue == 4)
        // Pictures that nobody has seen go with the shown one, even if their names were lost.
        _ = try client.call(UserSetImage.self, .init())
        _ = try client.call(ImagePut.self, .init(data: try Self.photograph(250, side: 64)))
        #expect(
            reason { _ = try client.call(ImagePut.self, .init(session: "none", data: file)) }
                == "signal.not_signed_in")
    }

    @Test("image: it is erased with its person") func erased() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        let image = try client.call(ImagePut.self, .init(data: try Self.photograph())).image
        _ = try client.call(UserSetImage.self, .init(image: image))
        #expect(try client.call(ImageGet.self, .init(session: "ben", image: image)).data.isEmpty == false)
        let administrator = try bench.administrator()
        _ = try administrator.call(PersonRemove.self, .init(phone: SignalBench.ada))
        #expect(
            reason { _ = try client.call(ImageGet.self, .init(session: "ben", image: image)) }
                == "signal.unknown_image")
        try bench.signIn(SignalBench.ada)
        #expect(reason { _ = try client.call(ImageGet.self, .init(image: image)) } == "signal.unknown_image")
    }
}
