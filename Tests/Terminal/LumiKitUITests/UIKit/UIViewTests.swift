import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct UIViewTests {
    private func label(_ text: String) -> UILabel { LMKLabelFactory.body(text: text) }

    @Test("UI view: subviews are one below another") func subviewsAreOneBelowAnother() {
        let view = UIView()
        let pilot = shown(view, 20, 4)
        #expect(pilot.text.isEmpty)
        let (one, two) = (label("one"), label("two"))
        view.lmk_addSubviews([one, two])
        #expect(pilot.lines.prefix(2) == ["one", "two"])
        view.bringSubviewToFront(one)
        #expect(pilot.lines.prefix(2) == ["two", "one"])
        two.isHidden = true
        #expect(pilot.text == "one")
        one.removeFromSuperview()
        #expect(pilot.text.isEmpty && one.superview == nil && view.subviews.count == 1)
    }

    @Test("UI view: a view with a frame is drawn in the frame") func aViewWithAFrameIsDrawnInTheFrame() {
        let view = UIView(frame: .zero)
        let inside = label("a long text")
        inside.frame = CGRect(x: 16, y: 32, width: 48, height: 16)
        view.addSubview(inside)
        let pilot = shown(view, 20, 4)
        #expect(pilot.lines[2].hasPrefix("  a lo") && !pilot.shows("a long text"))
        inside.frame = .zero
        #expect(pilot.lines[0] == "a long text")
        inside.bounds.size = CGSize(width: 160, height: 16)
        inside.center = CGPoint(x: 80, y: 24)
        #expect(inside.frame == CGRect(x: 0, y: 16, width: 160, height: 16) && pilot.lines[1] == "a long text")
    }

    @Test("UI view: a view that follows the edges fills its superview") func aViewThatFollowsTheEdges() {
        let (view, back) = (UIView(), UIView())
        back.backgroundColor = .systemRed
        back.lmk_setEdgesEqualToSuperView()
        view.lmk_addSubviews([label("in front"), back])
        view.lmk_setAutoLayoutSize(width: 80, height: 48)
        let pilot = shown(view, 20, 4)
        let red = pilot.frame[0, 0].style.background
        #expect(pilot.lines[0] == "in front" && pilot.frame[9, 2].style.background == red)
        #expect(pilot.frame[10, 2].style.background != red && pilot.frame[0, 3].style.background != red)
    }

    @Test("UI view: a view is in one place, and never within itself") func aViewIsInOnePlace() {
        let (one, two, within) = (UIView(), UIView(), label("within"))
        one.addSubview(within)
        two.addSubview(within)
        #expect(one.subviews.isEmpty && two.subviews.count == 1 && within.superview === two)
        within.addSubview(two)
        one.addSubview(one)
        #expect(two.superview == nil && one.superview == nil && within.isDescendant(of: two))
        within.tag = 7
        #expect(two.viewWithTag(7) === within && two.viewWithTag(8) == nil)
    }

    @Test("UI stack view: axis, spacing, alignment and distribution are drawn") func stacks() {
        let stack = UIStackView(
            lmk_axis: .vertical, spacing: 16, alignment: .trailing, arrangedSubviews: [label("a"), label("long")])
        let pilot = shown(stack, 9, 4)
        #expect(pilot.lines.prefix(3) == ["   a", "", "long"])
        (stack.spacing, stack.alignment) = (0, .fill)
        #expect(pilot.lines.prefix(2) == ["a", "long"])
        (stack.axis, stack.spacing) = (.horizontal, 8)
        #expect(pilot.lines[0] == "a long")
        stack.distribution = .equalSpacing
        #expect(pilot.lines[0] == "a    long")
        stack.isLayoutMarginsRelativeArrangement = true
        #expect(pilot.lines[0].isEmpty || pilot.lines[0].hasPrefix(" a"))
        stack.removeArrangedSubview(stack.arrangedSubviews[0])
        #expect(stack.arrangedSubviews.count == 1 && stack.subviews.count == 2, "as in UIKit")
        stack.lmk_removeAllArrangedSubviews()
        #expect(stack.arrangedSubviews.isEmpty && stack.subviews.count == 1)
    }
}
