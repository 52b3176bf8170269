import Foundation
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@testable import LumiKitUI

@MainActor @Suite(.serialized) struct AnimationTests {
    /// A screen whose views may move or not.
    private func screen(_ view: some View, isStill: Bool, tones: @escaping (TerminalTone) -> Void = { _ in }) -> Pilot {
        var environment = EnvironmentValues()
        environment.reduceMotion = isStill
        environment.feedback = FeedbackAction(tones)
        return shown(view.lmk_themed(), 30, 4, environment)
    }

    @Test("LMK animation helper: views move unless the person has chosen No motion") func shouldAnimate() {
        _ = screen(Text("a"), isStill: true)
        #expect(!LMKAnimationHelper.shouldAnimate)
        _ = screen(Text("a"), isStill: false)
        #expect(LMKAnimationHelper.shouldAnimate)
        LMKAnimationHelper.shouldAnimate = false
    }

    @Test("LMK animation helper: without motion the end comes at once") func stillness() {
        let (view, button) = (UIView(), LMKButton())
        _ = screen(view, isStill: true)
        var ended = 0
        view.lmk_fadeOut { if $0 { ended += 1 } }
        #expect(view.alpha == 0 && ended == 1)
        LMKAnimationHelper.fadeIn(view) { ended += 1 }
        #expect(view.alpha == 1 && ended == 2)
        LMKAnimationHelper.animateButtonPress(button) { ended += 1 }
        LMKAnimationHelper.animateListUpdate(animations: { ended += 10 }, completion: { ended += 1 })
        UIView.animate(withDuration: 5, animations: { view.alpha = 0.3 }, completion: { if $0 { ended += 1 } })
        #expect(!button.isHighlighted && view.alpha == 0.3 && ended == 15)
    }

    @Test("LMK animation helper: a motion lasts for the theme's time, and not less") func theTime() async {
        let (view, button) = (UIView(), LMKButton())
        _ = screen(view, isStill: false)
        let start = ContinuousClock.now
        await withCheckedContinuation { ended in
            view.lmk_fadeOut { _ in ended.resume() }
            #expect(view.alpha == 0.5)
        }
        #expect(view.alpha == 0 && ContinuousClock.now - start >= .milliseconds(200))
        await withCheckedContinuation { ended in
            LMKAnimationHelper.animateButtonPress(button) { ended.resume() }
            #expect(button.isHighlighted)
        }
        #expect(!button.isHighlighted && ContinuousClock.now - start >= .milliseconds(300))
        LMKAnimationHelper.shouldAnimate = false
    }

    @Test("LMK animation helper: a photo is dim until it is loaded") func aPhoto() async {
        let view = UIImageView(image: UIImage(systemName: "key"))
        _ = screen(view, isStill: false)
        await withCheckedContinuation { ended in
            LMKAnimationHelper.animatePhotoLoad(on: view) { ended.resume() }
            #expect(view.alpha == 0.5)
        }
        #expect(view.alpha == 1)
        LMKAnimationHelper.shouldAnimate = false
    }

    /// Each duration that a terminal draws, and a motion that has this duration.
    private static let motions: [(WritableKeyPath<LMKAnimationTheme, TimeInterval>, (@escaping () -> Void) -> Void)] = [
        (\.alert, { LMKAnimationHelper.fadeIn(UIView(), completion: $0) }),
        (\.buttonPress, { LMKAnimationHelper.animateButtonPress(LMKButton(), completion: $0) }),
        (\.successFeedback, { LMKAnimationHelper.animateSuccessFeedback(on: UIView(), completion: $0) }),
        (\.errorShake, { LMKAnimationHelper.animateErrorShake(on: UIView(), completion: $0) }),
        (\.photoLoad, { LMKAnimationHelper.animatePhotoLoad(on: UIImageView(), completion: $0) }),
        (\.listInsertDelete, { LMKAnimationHelper.animateListUpdate(animations: {}, completion: $0) }),
    ]

    @Test("LMK animation helper: a changed duration is obeyed", arguments: 0..<6)
    func aChangedDuration(place: Int) async {
        defer { LMKThemeManager.shared.reset() }
        _ = screen(UIView(), isStill: false)
        let (duration, move) = Self.motions[place]
        var theme = LMKAnimationTheme(
            alert: 30, buttonPress: 30, successFeedback: 30, errorShake: 30, photoLoad: 30, listInsertDelete: 30)
        theme[keyPath: duration] = 0.05
        LMKThemeManager.shared.apply(animation: theme)
        let start = ContinuousClock.now
        await withCheckedContinuation { ended in move { ended.resume() } }
        let time = ContinuousClock.now - start
        #expect(time >= .milliseconds(50) && time < .seconds(20), "\(time)")
        LMKAnimationHelper.shouldAnimate = false
    }

    @Test("LMK animation helper: a success is marked once, and an error has a line, both for a time")
    func marks() async {
        let view = UIView()
        view.addSubview(LMKLabelFactory.body(text: "code"))
        let pilot = screen(view, isStill: true)
        await withCheckedContinuation { ended in
            LMKAnimationHelper.animateSuccessFeedback(on: view)
            LMKAnimationHelper.animateSuccessFeedback(on: view) { ended.resume() }
            #expect(view.subviews.count == 2)
        }
        #expect(view.subviews.count == 1)
        await withCheckedContinuation { ended in
            LMKAnimationHelper.animateErrorShake(on: view) { ended.resume() }
            #expect(pilot.shows("│code"))
        }
        #expect(!pilot.shows("│code") && pilot.shows("code"))
    }

    @Test("LMK haptic feedback helper: a success, a warning and an error are heard on the screen") func haptics() {
        var tones: [TerminalTone] = []
        _ = screen(Text("a"), isStill: true) { tones.append($0) }
        LMKHapticFeedbackHelper.prepare()
        LMKHapticFeedbackHelper.prepareImpact(.light)
        LMKHapticFeedbackHelper.success()
        LMKHapticFeedbackHelper.selection()
        LMKHapticFeedbackHelper.warning()
        LMKHapticFeedbackHelper.heavy()
        LMKHapticFeedbackHelper.error()
        #expect(tones == [.success, .warning, .error])
        LMKHapticFeedbackHelper.sound = FeedbackAction()
    }
}
