import PictureCodec
import PictureModel
import TestSupport
import Testing

/// Tests the format between a program and its child. Either side may lie to the other.
@Suite struct PictureFormatTests {
    @Test("picture format: a request is read as it was written, and its limits are checked") func requests() throws {
        for request in [
            PictureRequest(.decode, count: 8 << 20, longestSide: 8_192),
            PictureRequest(.png, width: 8_000, height: 5_000),
            PictureRequest(.renew, count: 0, longestSide: 1, quality: 100), PictureRequest(.jpeg, width: 1, height: 1),
        ] { #expect(try PictureRequest(request.bytes) == request) }
        let faults: [(PictureRequest, PictureError.Code)] = [
            (PictureRequest(.decode, count: (8 << 20) + 1, longestSide: 1), .tooManyBytes),
            (PictureRequest(.decode, count: 1, longestSide: 8_193), .badRequest),
            (PictureRequest(.decode, count: 1, longestSide: 0), .badRequest),
            (PictureRequest(.png, width: 8_193, height: 1), .sideTooLong),
            (PictureRequest(.png, width: 8_000, height: 8_000), .tooManyPixels),
            (PictureRequest(.jpeg, width: 0, height: 1), .badRequest),
            (PictureRequest(.jpeg, width: 1, height: 1, quality: 0), .badRequest),
            (PictureRequest(.jpeg, width: 1, height: 1, quality: 101), .badRequest),
        ]
        for (request, code) in faults {
            #expect(throws: PictureError(code)) { try PictureRequest(request.bytes) }
        }
    }

    @Test("picture format: an answer is read as it was written, and any other bytes are refused")
    func answers() throws {
        var facts = PictureFacts()
        (facts.taken, facts.camera, facts.exposure) = ("2026:11:30 12:41:16", "L-1", 0.008)
        (facts.latitude, facts.longitude) = (-33.5, 151.21)
        let answer = PictureAnswer(width: 3, height: 2, facts: facts)
        #expect(try PictureAnswer(answer.bytes) == answer)
        for count in 0..<answer.bytes.count {
            #expect(throws: PictureError(.failed)) { try PictureAnswer(Array(answer.bytes.prefix(count))) }
        }
        #expect(throws: PictureError(.failed)) { try PictureAnswer(answer.bytes + [0]) }
        #expect(throws: PictureError(.failed)) { try PictureAnswer(PictureAnswer(width: 8_193, height: 1).bytes) }
        (facts.camera, facts.latitude) = ("\u{1b}[2J", 91)
        let kept = try PictureAnswer(PictureAnswer(width: 1, height: 1, facts: facts).bytes).facts
        #expect(kept.camera == nil && kept.latitude == nil && kept.exposure == 0.008)
        var random = SplitMix(seed: 1)
        for _ in 0..<2_000 {
            var bytes = answer.bytes
            for _ in 0...3 {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            // Only a typed error may come of it.
            do throws(PictureError) { _ = try PictureAnswer(bytes) } catch { #expect(error.code == .failed) }
        }
    }

    @Test("picture format: a time that cannot be is no time") func moments() {
        #expect(PictureFacts.Moment("2026:02:28 23:59:60")?.second == 60)
        for text in ["", "2026:13:01 00:00:00", "2026-01-01 00:00:00", "2026:01:01T00:00:00", "    :  :     :  :  "] {
            #expect(PictureFacts.Moment(text) == nil, "\(text)")
        }
    }

    @Test("picture format: the type and the child have the same limits") func limits() {
        #expect(UIImage.largestSide == PictureLimits.side && UIImage.mostPixels == PictureLimits.pixels)
    }
}
