import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct UIViewControllerTests {
    /// A controller as UIKit's programs write it.
    private final class Greeting: UIViewController {
        private let stack = UIStackView(lmk_axis: .vertical, spacing: LMKSpacing.large)
        private(set) var calls: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            calls.append("load")
            title = "Greeting"
            view.backgroundColor = LMKColor.backgroundPrimary
            let button = LMKButtonFactory.filled(role: .primary, title: "Save") { [weak self] in
                guard let self else { return }
                LMKToast.showSuccess(message: "Saved!", on: self)
            }
            stack.lmk_addArrangedSubviews([LMKLabelFactory.heading(text: "Hello"), button])
            view.lmk_addSubviews([stack])
            stack.lmk_setEdgesEqualToSuperView()
        }

        override func viewWillAppear(_ animated: Bool) { calls.append("appear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("disappear") }
    }

    /// The pattern that LumiKit's documentation gives for a controller that is always dark.
    private final class Dark: UIViewController {
        override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

        init() {
            super.init(nibName: nil, bundle: nil)
            modalPresentationCapturesStatusBarAppearance = true
        }

        override func viewDidLoad() {
            super.viewDidLoad()
            overrideUserInterfaceStyle = .dark
            view.addSubview(LMKLabelFactory.body(text: "dark"))
        }
    }

    @Test("UI view controller: a controller is a screen") func aControllerIsAScreen() {
        let controller = Greeting()
        #expect(!controller.isViewLoaded && controller.calls.isEmpty)
        let pilot = shown(controller, 40, 8)
        #expect(pilot.shows("Hello") && pilot.shows("Save") && controller.title == "Greeting")
        #expect(controller.calls == ["load", "appear"])
        #expect(pilot.click("Save") && pilot.shows("Saved!"), "\(pilot.text)")
    }

    @Test("UI view controller: a presented controller is loaded once and closed by Esc") func presented() {
        let (root, front) = (Greeting(), Greeting())
        let pilot = shown(root, 60, 12)
        root.present(front, animated: true)
        #expect(pilot.shows("Hello"))
        #expect(front.calls == ["load", "appear"])
        pilot.press(.escape)
        #expect(root.presentedViewController == nil && pilot.shows("Hello"))
        #expect(front.calls == ["load", "appear", "disappear"])
        root.present(front)
        #expect(front.calls.filter { $0 == "load" }.count == 1)
    }

    @Test("UI view controller: a style of its own has its own colours") func aStyleOfItsOwn() {
        var environment = EnvironmentValues()
        environment.colorScheme = .light
        let plain = UIViewController()
        plain.loadViewIfNeeded()
        plain.view.addSubview(LMKLabelFactory.body(text: "light"))
        let (light, dark) = (shown(plain, 12, 2, environment), shown(Dark(), 12, 2, environment))
        environment.colorScheme = .dark
        let own = shown(Dark(), 12, 2, environment)
        #expect(light.shows("light") && dark.shows("dark") && own.shows("dark"))
        for x in [0, 11] { #expect(dark.frame[x, 1].style.background == .rgb(16, 16, 16)) }
        #expect(dark.frame[0, 0].style.foreground == .rgb(235, 235, 235))
        #expect(light.frame[0, 0].style.background == .standard, "the terminal's own colours")
        #expect(own.frame[0, 0].style.background == .standard, "a dark terminal's own colours")
        #expect(Dark().preferredStatusBarStyle == .lightContent)
    }

    @Test("UI view controller: children have one parent") func childrenHaveOneParent() {
        let (one, two, child) = (UIViewController(), UIViewController(), Greeting())
        one.addChild(child)
        two.addChild(child)
        child.addChild(two)
        two.addChild(two)
        #expect(one.children.isEmpty && two.children.count == 1 && child.parent === two && child.children.isEmpty)
        child.removeFromParent()
        #expect(two.children.isEmpty && child.parent == nil)
    }
}
