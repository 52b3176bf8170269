import Foundation
import LumiKitCore
import Testing

@Suite struct CollectionLMKTests {
    @Test("collection LMK: an element that is not there is nil") func anElementThatIsNotThereIsNil() {
        let letters = ["a", "b", "c"]
        #expect(letters[safe: 1] == "b" && letters[safe: 3] == nil && letters[safe: -1] == nil)
        #expect(letters[1...][safe: 0] == nil)
        #expect("é"[safe: "é".startIndex] == "é" && "é"[safe: "é".endIndex] == nil)
    }

    @Test("collection LMK: each element stays once in its order") func eachElementStaysOnceInItsOrder() {
        #expect([1, 2, 2, 3, 1].lmk_uniqued() == [1, 2, 3])
        #expect([String]().lmk_uniqued() == [])
    }

    @Test("collection LMK: an array is cut in groups") func anArrayIsCutInGroups() {
        #expect([1, 2, 3, 4, 5].lmk_chunked(size: 2) == [[1, 2], [3, 4], [5]])
        #expect([1, 2].lmk_chunked(size: .max) == [[1, 2]])
        #expect([1, 2].lmk_chunked(size: 0) == [] && [Int]().lmk_chunked(size: 3) == [])
    }
}

@Suite struct StringLMKTests {
    @Test("string LMK: an empty text is none") func anEmptyTextIsNone() {
        #expect(Optional("hello").nonEmpty == "hello")
        #expect(Optional("").nonEmpty == nil && String?.none.nonEmpty == nil)
    }
}

@Suite struct LMKFormatHelperTests {
    @Test(
        "LMK format helper: a share is written in per cent",
        arguments: [
            (0.75, "75%"), (0, "0%"), (1, "100%"), (-1, "0%"), (7, "100%"), (.nan, "0%"), (.infinity, "100%"),
            (0.005, "0%"),
        ] as [(Float, String)])
    func aShareIsWrittenInPerCent(_ share: Float, _ text: String) {
        #expect(LMKFormatHelper.progressPercent(share) == text)
    }

    @Test("LMK format helper: the format is that of c") func theFormatIsThatOfC() {
        #expect(String(format: LMKFormatHelper.progressPercentFormat, 75.0) == "75%")
    }
}

@Suite struct NSAttributedStringLMKTests {
    private let key = NSAttributedString.Key(rawValue: "test")

    @Test("text LMK: two texts are one") func twoTextsAreOne() {
        let both = NSAttributedString(string: "a", attributes: [key: 1]) + NSAttributedString(string: "b")
        #expect(both.string == "ab")
        #expect(both.attribute(key, at: 0, effectiveRange: nil) as? Int == 1)
        #expect(both.attribute(key, at: 1, effectiveRange: nil) == nil)
    }

    @Test("text LMK: a text is built by appending") func aTextIsBuiltByAppending() {
        let text = NSMutableAttributedString().lmk_append("one ", attributes: [key: 1]).lmk_append("two")
        #expect(text.string == "one two")
        #expect(text.attribute(key, at: 5, effectiveRange: nil) == nil)
        #expect(text.lmk_applyToAll([key: 2]) === text)
        #expect(text.attribute(key, at: 5, effectiveRange: nil) as? Int == 2)
        #expect(NSMutableAttributedString().lmk_applyToAll([key: 2]).length == 0)
    }
}
