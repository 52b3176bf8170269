import Foundation
import LifeSignal
import Testing

@Suite("What a person's code says")
struct SignalCodeTests {
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private let id: UUID
    private let text: String

    init() throws {
        id = try #require(UUID(uuidString: "6F1C8A4E-3B0D-4C55-9A57-0D7F3C1B2A90"))
        text = SignalCode.text(of: id)
    }

    @Test("signal code: the text is fixed for all time")
    func fixed() throws {
        #expect(text == "LS1:3F3J54WERD9HASMNRDFWY1PAMGAH")
        #expect(text.count == 32)
        #expect(SignalCode.text(of: .nobody) == "LS1:" + String(repeating: "0", count: 28))
        let last = try #require(UUID(uuidString: "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"))
        #expect(SignalCode.text(of: last).hasPrefix("LS1:7" + String(repeating: "Z", count: 25)))
        #expect(try SignalCode.id(in: SignalCode.text(of: last)) == last)
    }

    @Test("signal code: a code is read as scanners and people type it, and so is a bare UUID")
    func spellings() throws {
        let hyphens = text.replacingOccurrences(of: "3J5", with: "3-J5")
        let letters = text.replacingOccurrences(of: "1", with: "I").replacingOccurrences(of: "0", with: "O")
        // The prefix of a code is not in base 32.
        let people = "LS1:" + letters.dropFirst(4)
        for spelling in [
            text, text.lowercased(), text + "\r", "\t " + text + "\r\n", hyphens, people, people.lowercased(),
        ] {
            #expect(try SignalCode.id(in: spelling) == id)
        }
        #expect(try SignalCode.id(in: " \(id.uuidString.lowercased())\r\n") == id)
        for _ in 0..<500 {
            let id = UUID()
            #expect(try SignalCode.id(in: SignalCode.text(of: id)) == id)
        }
    }

    @Test(
        "signal code: anything else is refused",
        arguments: [
            "", " ", "LS1:", "LS2:3F3J54WER39HAXN5Q3FWX1PAMG00", "https://example.org", "3F3J54WER39HAXN5Q3FWX1PAMG00",
            "LS1:" + String(repeating: "0", count: 27), "LS1:" + String(repeating: "0", count: 29),
            "LS1:U" + String(repeating: "0", count: 27), "LS1:8" + String(repeating: "0", count: 27),
            "LS1:0 " + String(repeating: "0", count: 26), "LS1:é" + String(repeating: "0", count: 27),
            String(repeating: "0", count: 10_000), "6F1C8A4E-3B0D-4C55-9A57-0D7F3C1B2A9",
        ])
    func refused(text: String) {
        #expect { try SignalCode.id(in: text) } throws: { error in
            if case .validationError? = error as? QRCodeError { true } else { false }
        }
    }

    @Test("signal code: every wrong character is noticed, and every two neighbours in the wrong order")
    func mistakes() {
        let characters = Array(text)
        var wrong: Set<String> = []
        for place in 4..<32 {
            for digit in Self.digits where digit != characters[place] {
                var changed = characters
                changed[place] = digit
                wrong.insert(String(changed))
            }
            guard place < 31, characters[place] != characters[place + 1] else { continue }
            var changed = characters
            changed.swapAt(place, place + 1)
            wrong.insert(String(changed))
        }
        #expect(wrong.count > 28 * 31)
        #expect(wrong.filter { (try? SignalCode.id(in: $0)) != nil } == [])
    }

    @Test("signal code: the picture has a light margin of four modules, and the three finders")
    func picture() async throws {
        let image = try await QRCodeClient.liveValue.generateQRCode(for: id)
        let module = image.width / 33
        #expect(image.width == image.height && image.width == 33 * 8 && module == 8)
        func isDark(_ column: Int, _ row: Int) -> Bool {
            let place = ((row * module + module / 2) * image.width + column * module + module / 2) * 4
            return image.pixels[place] == 0
        }
        let all = 0..<33
        for edge in [0, 1, 2, 3, 29, 30, 31, 32] {
            #expect(all.allSatisfy { !isDark($0, edge) && !isDark(edge, $0) })
        }
        for (column, row) in [(4, 4), (22, 4), (4, 22)] {
            #expect((0..<7).allSatisfy { isDark(column + $0, row) && isDark(column, row + $0) })
            #expect(isDark(column + 3, row + 3) && !isDark(column + 1, row + 1))
        }
        let colours = Set(stride(from: 0, to: image.pixels.count, by: 4).map { image.pixels[$0..<$0 + 4] })
        #expect(colours == [[0, 0, 0, 255], [255, 255, 255, 255]])
        #expect(try await QRCodeClient.liveValue.generateQRCode(.nobody) != image)
    }

    @Test("signal code: the clients read the same")
    func clients() async throws {
        #expect(try await QRCodeClient.liveValue.parseQRCode(qrCode: text) == id)
        #expect(try await QRCodeClient.previewValue.parseQRCode(text.lowercased() + "\n") == id)
    }
}
