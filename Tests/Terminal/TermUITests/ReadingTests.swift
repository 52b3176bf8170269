import Foundation
import TermUI
import Testing

/// Tests a person's settings for reading: the language and the text size.
@MainActor @Suite struct ReadingTests {
    private struct Told: View {
        @Environment(\.locale) private var locale
        @Environment(\.dynamicTypeSize) private var size
        var body: some View { Text(verbatim: "\(locale.identifier) \(size)") }
    }

    @Test("locale: English until it is set, for the views below")
    func locale() {
        #expect(Pilot(Told()).shows("en large"))
        #expect(Pilot(Told().environment(\.locale, Locale(identifier: "de_AT"))).shows("de_AT large"))
    }

    @Test("sizes: in order, and the five largest are for people who need still more")
    func sizes() {
        let all = DynamicTypeSize.allCases
        #expect(all == all.sorted() && all.count == 12)
        #expect(all.filter(\.isAccessibilitySize).count == 5 && DynamicTypeSize.accessibility1 > .xxxLarge)
    }

    @Test("sizes: one is set, a range takes the nearest")
    func limits() {
        #expect(Pilot(Told().dynamicTypeSize(.xSmall)).shows("en xSmall"))
        #expect(Pilot(Told().dynamicTypeSize(...DynamicTypeSize.medium)).shows("en medium"))
        #expect(Pilot(Told().dynamicTypeSize(DynamicTypeSize.xLarge...)).shows("en xLarge"))
        #expect(Pilot(Told().dynamicTypeSize(.small ... .xLarge).dynamicTypeSize(.accessibility5)).shows("en xLarge"))
        #expect(Pilot(Told().dynamicTypeSize(.small..<DynamicTypeSize.small)).shows("en large"))
    }
}
