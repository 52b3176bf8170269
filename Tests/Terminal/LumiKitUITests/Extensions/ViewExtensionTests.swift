import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct UIViewBorderTests {
    @Test("view border: a line is around the view") func aLineIsAroundTheView() {
        #expect(shown(Text("a").lmk_applyBorder(), 4, 3).lines == ["┌─┐", "│a│", "└─┘"])
        #expect(shown(Text("a").lmk_applyBorder(cornerRadius: 4), 4, 3).lines == ["╭─╮", "│a│", "╰─╯"])
        #expect(shown(Text("a").lmk_applyBorder(width: 0), 4, 3).lines == ["a", "", ""])
        #expect(shown(Text("a").lmk_applyBorder().lmk_removeBorder(), 4, 3).lines == ["a", "", ""])
        let round = Text("a").lmk_applyBorder().lmk_applyCornerRadius(8)
        #expect(shown(round, 4, 3).lines == ["╭─╮", "│a│", "╰─╯"])
    }

    @Test("view border: an object gets and loses its line") func anObjectGetsAndLosesItsLine() {
        let label = UILabel()
        label.text = "a"
        let pilot = shown(label, 4, 3)
        label.lmk_applyBorder(cornerRadius: 4)
        #expect(pilot.lines == ["╭─╮", "│a│", "╰─╯"])
        label.lmk_applyCornerRadius(0)
        #expect(pilot.lines == ["┌─┐", "│a│", "└─┘"])
        label.lmk_removeBorder()
        #expect(pilot.lines == ["a", "", ""])
        // In the body of a view, the same names are modifiers.
        #expect(shown(VStack { label.lmk_applyBorder() }, 4, 3).lines == ["┌─┐", "│a│", "└─┘"])
    }

    @Test("view border: a background has round corners") func aBackgroundHasRoundCorners() {
        func backgrounds(_ radius: CGFloat) -> [Bool] {
            let view = Text(" ").frame(width: 24, height: 48).background(UIColor.systemRed)
            let frame = shown(view.lmk_applyCornerRadius(radius), 4, 3).frame
            return [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (2, 2)].map {
                frame[$0.0, $0.1].style.background != .standard
            }
        }
        #expect(backgrounds(8) == [false, true, false, true, false, false])
        #expect(backgrounds(4) == [true, true, true, true, true, true])
    }

    @Test("view border: an object becomes as round as a terminal can draw it") func anObjectBecomesRound() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 24, height: 48))
        view.backgroundColor = .systemRed
        let pilot = shown(view, 6, 5)
        func isFilled(_ x: Int, _ y: Int) -> Bool { pilot.frame[x, y].style.background != .standard }
        #expect(isFilled(0, 0) && isFilled(2, 2) && isFilled(1, 1))
        view.lmk_makeCircular()
        #expect(!isFilled(0, 0) && !isFilled(2, 2) && !isFilled(2, 0) && isFilled(1, 1) && isFilled(0, 1))
        view.lmk_applyBorder()
        #expect(pilot.lines[0].hasPrefix("┌─"))
        view.lmk_makeCircular()
        #expect(pilot.lines[0].hasPrefix("╭─"))
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
        let none = Text("abc").lmk_applyShadow(LMKShadow.card()).lmk_removeShadow()
        #expect(shown(none, 6, 2, environment).lines == ["abc", ""])
    }

    @Test("view shadow: an object gets and loses its shadow") func anObjectGetsAndLosesItsShadow() {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let label = UILabel()
        label.text = "abc"
        let pilot = shown(label, 6, 2, environment)
        label.lmk_applyShadow(LMKShadow.card())
        #expect(pilot.lines == ["abc", " ▀▀▀"])
        label.lmk_removeShadow()
        #expect(pilot.lines == ["abc", ""])
        let card = LMKCardView()
        let cards = shown(card, 6, 5, environment)
        #expect(cards.shows("▀"))
        card.lmk_removeShadow()
        #expect(!cards.shows("▀"))
    }
}

@MainActor @Suite struct UIViewFadeTests {
    @Test("view fade: a view is dim for the time that it fades") func aViewIsDimForTheTimeThatItFades() {
        let fadingIn = shown(Text("a").lmk_fadeIn(duration: 2), 3, 1)
        let fadingOut = shown(Text("a").lmk_fadeOut(duration: 2), 3, 1)
        for pilot in [fadingIn, fadingOut] {
            #expect(pilot.style(of: "a")?.attributes.contains(.dim) == true)
            pilot.advance(by: .seconds(1))
            #expect(pilot.style(of: "a")?.attributes.contains(.dim) == true)
            pilot.advance(by: .seconds(2))
        }
        #expect(fadingIn.style(of: "a")?.attributes.contains(.dim) == false)
        #expect(fadingOut.text.isEmpty)
        #expect(shown(Text("a").lmk_fadeOut(duration: 0), 3, 1).text.isEmpty)
    }
}
