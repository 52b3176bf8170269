import LumiKitUI
import SeamSwiftUI
import TermUI
import Testing

@MainActor @Suite struct UIViewBorderTests {
    @Test func aLineIsAroundTheView() {
        #expect(shown(Text("a").lmk_applyBorder(), 4, 3).lines == ["┌─┐", "│a│", "└─┘"])
        #expect(shown(Text("a").lmk_applyBorder(cornerRadius: 4), 4, 3).lines == ["╭─╮", "│a│", "╰─╯"])
        #expect(shown(Text("a").lmk_applyBorder(width: 0), 4, 3).lines == ["a", "", ""])
        #expect(shown(Text("a").lmk_removeBorder(), 4, 3).text == "a")
    }

    @Test func cornersAndPillsKeepTheText() {
        #expect(shown(Text("a").lmk_applyCornerRadius(8), 4, 3).text == "a")
        #expect(shown(Text("abc").lmk_makeCircular(), 4, 3).text.contains("b"))
    }
}

@MainActor @Suite struct UIViewShadowTests {
    @Test func onlyALargeShadowIsDrawn() {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let large = shown(Text("abc").lmk_applyShadow(LMKShadow.card()), 6, 2, environment)
        #expect(large.lines == ["abc", " ▀▀▀"])
        #expect(shown(Text("abc").lmk_applyShadow(LMKShadow.small()), 6, 2, environment).lines == ["abc", ""])
        #expect(shown(Text("abc").lmk_removeShadow(), 6, 2, environment).lines == ["abc", ""])
    }
}

@MainActor @Suite struct UIViewFadeTests {
    @Test func whatFadesIsThereOrNotAtOnce() {
        #expect(shown(Text("a").lmk_fadeIn(), 3, 1).text == "a")
        #expect(shown(Text("a").lmk_fadeOut(duration: .infinity), 3, 1).text.isEmpty)
    }
}
