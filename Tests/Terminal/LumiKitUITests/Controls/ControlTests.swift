import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct LMKButtonTests {
    @Test("LMK button: a press is told") func aPressIsTold() {
        let button = LMKButton(title: "Open", style: .filled(LMKColor.primary))
        var told: [String] = []
        button.tapHandler = { told.append("tap") }
        button.didTapHandler = { told.append($0 === button ? "did" : "other") }
        let pilot = shown(button, 20, 1)
        #expect(pilot.text == "[ Open ]")
        pilot.press(.return)
        pilot.click("Open")
        #expect(told == ["tap", "did", "tap", "did"])
        button.didTap()
        #expect(told.count == 6)
        _ = pilot.plain.perform("1")
        #expect(told.count == 8)
    }

    @Test("LMK button: what cannot be pressed is not") func whatCannotBePressedIsNot() {
        let button = LMKButton(title: "Open", style: .outlined(.red))
        var taps = 0
        button.tapHandler = { taps += 1 }
        let pilot = shown(button, 20, 1)
        button.isEnabled = false
        pilot.press(.return)
        button.isEnabled = true
        button.isLoading = true
        pilot.press(.return)
        pilot.click("Open")
        #expect(taps == 0 && pilot.isWaiting)
        button.isLoading = false
        pilot.press(.return)
        #expect(taps == 1)
    }

    private final class Loud: LMKButton {
        var taps = 0
        override func initialize() {
            super.initialize()
            title = "Loud"
        }
        override func didTap() { taps += 1 }
    }

    @Test("LMK button: a subclass may do otherwise") func aSubclassMayDoOtherwise() {
        let button = Loud()
        let pilot = shown(button, 20, 1)
        pilot.press(.return)
        #expect(button.taps == 1 && pilot.text.contains("Loud"))
    }

    @Test("LMK button: the words can be read on their colour") func theWordsCanBeReadOnTheirColour() {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        let light = UIColor(lmk_hex: "FFFF88")!
        let pilot = shown(LMKButton(title: "Open", style: .filled(light)), 20, 1, environment)
        // White text on light yellow is not readable, so the text is black.
        let cell = pilot.frame[2, 0].style
        #expect(cell.foreground != cell.background && light.lmk_contrastRatio(with: .white) < 4.5)
        #expect(pilot.text == "[ Open ]")
    }
}

@MainActor @Suite struct LMKButtonFactoryTests {
    @Test("LMK button factory: a role has its colour", arguments: LMKButtonRole.allCases)
    func aRoleHasItsColour(_ role: LMKButtonRole) {
        #expect(LMKButtonFactory.filled(role: role, title: "Go").look == .filled(role.color))
        #expect(LMKButtonFactory.outlined(role: role, title: "Go").look == .outlined(role.color))
        #expect(LMKButtonFactory.outlined(role: role, title: "Go").title == "Go")
    }

    @Test("LMK button factory: a destructive one has the colour of errors") func aDestructiveOneHasTheColourOfErrors() {
        #expect(LMKButtonRole.destructive.color == LMKColor.error && LMKButtonRole.primary.color == LMKColor.primary)
    }
}

@MainActor @Suite struct LMKToggleButtonTests {
    @Test("LMK toggle button: a press changes its state") func aPressChangesItsState() {
        let button = LMKToggleButton(titleForStatusOn: "Following", titleForStatusOff: "Follow")
        var states: [LMKToggleButton.ToggleState] = []
        button.stateChangedHandler = { states.append($0) }
        let pilot = shown(button, 20, 1)
        #expect(pilot.text == "[ ] Follow" && button.accessibilityValue == "Off")
        pilot.press(.space)
        #expect(pilot.text == "[x] Following" && button.accessibilityValue == "On" && button.status == .on)
        pilot.click("Following")
        #expect(states == [.on, .off])
        button.flipStatusOnTap = false
        pilot.press(.space)
        #expect(button.status == .off && states == [.on, .off, .off])
        let said = pilot.plain.lines.map(\.description)
        #expect(said.contains { $0.contains("Follow, Off") }, "\(said)")
    }
}

@MainActor @Suite struct LMKToggleButtonLoadingTests {
    @Test("LMK toggle button loading: what is under way cannot be pressed") func whatIsUnderWayCannotBePressed() {
        let toggle = LMKToggleButton(titleForStatusOn: "On", titleForStatusOff: "Off")
        toggle.isLoading = true
        let pilot = shown(toggle, 20, 1)
        pilot.press(.return)
        pilot.click("Off")
        #expect(toggle.status == .off)
        toggle.isLoading = false
        pilot.click("Off")
        #expect(toggle.status == .on)
    }
}

@MainActor @Suite struct LMKSegmentedControlTests {
    @Test("LMK segmented control: one of them is chosen") func oneOfThemIsChosen() {
        let control = LMKSegmentedControl(items: ["Grid", "List", 3])
        var told: [Int] = []
        control.valueChangedHandler = { told.append($0) }
        control.didValueChangeHandler = { told.append($0.selectedSegmentIndex * 10) }
        #expect(control.selectedSegmentIndex == -1 && control.numberOfSegments == 3)
        #expect(control.titleForSegment(at: 2) == "3" && control.titleForSegment(at: 9) == nil)
        control.selectedSegmentIndex = 0
        let pilot = shown(control, 40, 1)
        pilot.press(.rightArrow)
        #expect(control.selectedSegmentIndex == 1 && told == [1, 10])
        pilot.click("Grid")
        #expect(control.selectedSegmentIndex == 0)
        control.selectedSegmentIndex = 99
        #expect(control.selectedSegmentIndex == -1 && told.count == 4)
        control.setTitle("Cards", forSegmentAt: 0)
        control.setTitle("none", forSegmentAt: -1)
        #expect(pilot.text.contains("Cards"))
    }
}

@MainActor @Suite struct LMKTextFieldTests {
    @Test("LMK text field: a state has a sign and words") func aStateHasASignAndWords() {
        let field = LMKTextField()
        #expect(field.textField.font == LMKTypography.body && field.validationState == .normal)
        (field.placeholder, field.helperText) = ("Email", "We tell nobody.")
        let pilot = shown(field, 24, 5)
        #expect(pilot.text.contains("Email") && pilot.text.contains("We tell nobody."))
        #expect(field.textField.attributedPlaceholder?.string == "Email")
        field.validationState = .error("Not an address.")
        #expect(pilot.text.contains("! Not an address.") && !pilot.text.contains("nobody"))
        field.validationState = .success
        #expect(pilot.text.contains("✓ We tell nobody."))
    }

    @Test("LMK text field: what is set in the field within is drawn") func whatIsSetInTheFieldWithinIsDrawn() {
        let field = LMKTextField()
        let pilot = shown(field, 30, 3)
        field.textField.text = "hunter2"
        #expect(pilot.text.contains("hunter2"))
        field.textField.isSecureTextEntry = true
        #expect(!pilot.text.contains("hunter2"))
    }

    @Test("LMK text field: what is typed is told") func whatIsTypedIsTold() {
        let field = LMKTextField()
        var told: [String?] = []
        var lines = 0
        field.textChangedHandler = { told.append($0) }
        field.returnHandler = { lines += 1 }
        field.maxCharacterCount = 3
        let pilot = shown(field, 24, 5)
        pilot.type("abcd")
        #expect(field.text == "abc" && field.textField.text == "abc" && told.last == "abc")
        pilot.press(.return)
        #expect(lines == 1)
        field.text = "new text"
        #expect(field.text == "new" && pilot.text.contains("new"))
        field.leadingIcon = UIImage(systemName: "envelope")
        field.textField.isSecureTextEntry = true
        field.setNeedsDisplay()
        #expect(!pilot.text.contains("new"))
    }
}

@MainActor @Suite struct LMKTextViewTests {
    @Test("LMK text view: the limit is counted") func theLimitIsCounted() {
        let view = LMKTextView()
        #expect(view.maxCharacterCount == nil)
        (view.placeholder, view.maxCharacterCount) = ("Notes", 5)
        let pilot = shown(view, 24, 9)
        #expect(pilot.text.contains("Notes") && pilot.text.contains("0 / 5"))
        pilot.type("abcdefg")
        #expect(view.text == "abcde" && pilot.text.contains("5 / 5"))
        view.text = "a long text"
        #expect(view.text == "a lon")
        view.maxCharacterCount = 0
        view.text = "a long text"
        #expect(view.text == "a long text" && !pilot.text.contains(" / "))
    }
}

@MainActor @Suite struct LMKSearchBarTests {
    private final class Delegate: LMKSearchBarDelegate {
        var told: [String] = []
        func lmkSearchBar(_ searchBar: LMKSearchBar, textDidChange searchText: String) { told.append(searchText) }
        func lmkSearchBarSearchButtonClicked(_ searchBar: LMKSearchBar) { told.append("search") }
        func lmkSearchBarCancelButtonClicked(_ searchBar: LMKSearchBar) { told.append("cancel") }
        func lmkSearchBarTextDidBeginEditing(_ searchBar: LMKSearchBar) { told.append("begin") }
    }

    @Test("LMK search bar: a search is written cleared and given up") func aSearchIsWrittenClearedAndGivenUp() {
        let (bar, delegate) = (LMKSearchBar(), Delegate())
        (bar.delegate, bar.placeholder) = (delegate, "name or place")
        let pilot = shown(bar, 40, 1)
        #expect(pilot.text.contains("name or place"))
        pilot.type("ab")
        #expect(bar.text == "ab" && delegate.told.contains("ab"))
        pilot.press(.return)
        #expect(delegate.told.last == "search")
        #expect(bar.showsCancelButton && pilot.text.contains("Cancel"))
        pilot.click("Cancel")
        #expect(bar.text == "" && delegate.told.contains("cancel") && !bar.showsCancelButton)
    }
}
