import LumiKitUI
import SeamSwiftUI
import TermUI
import Testing

@MainActor @Suite struct UIViewBorderTests {
    @Test("view border: a line is around the view") func aLineIsAroundTheView() {
        #expect(shown(Text("a").lmk_applyBorder(), 4, 3).lines == ["┌─┐", "│a│", "└─┘"])
        #expect(shown(Text("a").lmk_applyBorder(cornerRadius: 4), 4, 3).lines == ["╭─╮", "│a│", "╰─╯"])
        #expect(shown(Text("a").lmk_applyBorder(width: 0), 4, 3).lines == ["a", "", ""])
        #expect(shown(Text("a").lmk_removeBorder(), 4, 3).text == "a")
    }

    @Test("view border: corners and pills keep the text") func cornersAndPillsKeepTheText() {
        #expect(shown(Text("a").lmk_applyCornerRadius(8), 4, 3).text == "a")
        #expect(shown(Text("abc").lmk_makeCircular(), 4, 3).text.contains("b"))
    }
}

@MainActor @Suite struct UIViewShadowTests {
    @Test("view shadow: only a large shadow is drawn") func onlyALargeShadowIsDrawn() {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let large = shown(Text("abc").lmk_applyShadow(LMKShadow.card()), 6, 2, environment)
        #expect(large.lines == ["abc", " ▀▀▀"])
        #expect(shown(Text("abc").lmk_applyShadow(LMKShadow.small()), 6, 2, environment).lines == ["abc", ""])
        #expect(shown(Text("abc").lmk_removeShadow(), 6, 2, environment).lines == ["abc", ""])
    }
}

@MainActor @Suite struct UIViewFadeTests {
    @Test("view fade: what fades is there or not at once") func whatFadesIsThereOrNotAtOnce() {
        #expect(shown(Text("a").lmk_fadeIn(), 3, 1).text == "a")
        #expect(shown(Text("a").lmk_fadeOut(duration: .infinity), 3, 1).text.isEmpty)
    }
}
