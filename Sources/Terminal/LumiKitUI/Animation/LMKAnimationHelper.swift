public import Foundation

/// Motion in a terminal. A view is dim while it appears or disappears, and a button is bold while it is pressed. A
/// success has a mark, and an error has a line in the error's colour. Each motion lasts for the duration that the theme
/// sets. After that, its completion is called. Without motion, the end comes at once.
public enum LMKAnimationHelper {
    public enum Duration {
        private static var config: LMKAnimationTheme { LMKThemeManager.shared.animation }

        public static var screenTransition: TimeInterval { config.screenTransition }
        public static var modalPresentation: TimeInterval { config.modalPresentation }
        /// The time that an action sheet takes to appear.
        public static var actionSheet: TimeInterval { config.actionSheet }
        public static var alert: TimeInterval { config.alert }
        public static var uiShort: TimeInterval { config.uiShort }
        public static var buttonPress: TimeInterval { config.buttonPress }
        /// The time for which a success is shown.
        public static var successFeedback: TimeInterval { config.successFeedback }
        /// The time for which an error is shown.
        public static var errorShake: TimeInterval { config.errorShake }
        public static var photoLoad: TimeInterval { config.photoLoad }
        public static var listUpdate: TimeInterval { config.listUpdate }
        /// The time in which a row appears or disappears.
        public static var listInsertDelete: TimeInterval { config.listInsertDelete }
        public static var cardExpand: TimeInterval { config.cardExpand }
    }

    public enum Spring {
        /// The damping of springs, from 0 to 1.
        public static var damping: CGFloat { LMKThemeManager.shared.animation.springDamping }
    }

    /// UIKit's curves. A terminal draws only the beginning and the end of a motion, so all curves look the same.
    public nonisolated enum Curve {
        public static let easeInOut = UIView.AnimationOptions.curveEaseInOut
        public static let easeOut = UIView.AnimationOptions.curveEaseOut
        public static let easeIn = UIView.AnimationOptions.curveEaseIn
        public static let spring = UIView.AnimationOptions.curveEaseInOut
    }

    /// Whether views move. It is true if the screen with ``SeamSwiftUI/View/lmk_themed()`` may move. It is false in
    /// plain mode, if the person has chosen "No motion", and if there is no such screen.
    public internal(set) static var shouldAnimate = false

    /// The opacity of a view that is appearing or disappearing.
    private static let half: CGFloat = 0.5

    /// Makes the button bold, until ``animateButtonPressUp(_:completion:)``.
    public static func animateButtonPressDown(_ button: LMKButton) { if shouldAnimate { button.isHighlighted = true } }

    public static func animateButtonPressUp(_ button: LMKButton, completion: (() -> Void)? = nil) {
        after(Duration.buttonPress) {
            button.isHighlighted = false
            completion?()
        }
    }

    public static func animateButtonPress(_ button: LMKButton, completion: (() -> Void)? = nil) {
        animateButtonPressDown(button)
        animateButtonPressUp(button, completion: completion)
    }

    private static let successTag = 0x4C4D4B53

    /// Shows a check mark in the view. An earlier check mark is replaced.
    public static func animateSuccessFeedback(on view: UIView, completion: (() -> Void)? = nil) {
        view.subviews.filter { $0.tag == successTag }.forEach { $0.removeFromSuperview() }
        let mark = UIImageView(image: UIImage(systemName: "checkmark.circle.fill"))
        mark.tag = successTag
        mark.tintColor = LMKColor.success
        view.addSubview(mark)
        lasting(Duration.successFeedback) {
            mark.removeFromSuperview()
            completion?()
        }
    }

    /// Shows a line in the error's colour around the view. The view does not move, because a person cannot read text
    /// that moves.
    public static func animateErrorShake(on view: UIView, completion: (() -> Void)? = nil) {
        let before = view.finish
        view.lmk_applyBorder(color: LMKColor.error, width: 2, cornerRadius: before?.radius ?? 0)
        lasting(Duration.errorShake) {
            view.finish = before
            completion?()
        }
    }

    public static func animatePhotoLoad(on imageView: UIImageView, completion: (() -> Void)? = nil) {
        fadeIn(imageView, duration: Duration.photoLoad, completion: completion)
    }

    public static func fadeIn(
        _ view: UIView, duration: TimeInterval = Duration.alert, completion: (() -> Void)? = nil
    ) {
        fade(view, to: 1, duration, completion)
    }

    public static func fadeOut(
        _ view: UIView, duration: TimeInterval = Duration.alert, completion: (() -> Void)? = nil
    ) {
        fade(view, to: 0, duration, completion)
    }

    /// Changes a list at once. The completion is called after the change has been visible for a moment.
    public static func animateListUpdate(animations: @escaping () -> Void, completion: (() -> Void)? = nil) {
        animations()
        after(Duration.listInsertDelete) { completion?() }
    }

    static func fade(_ view: UIView, to alpha: CGFloat, _ duration: TimeInterval, _ completion: (() -> Void)?) {
        if shouldAnimate { view.alpha = half }
        after(duration) {
            view.alpha = alpha
            completion?()
        }
    }

    /// Runs `action` after a number of seconds. If there is no motion, runs it at once.
    static func after(_ seconds: TimeInterval, _ action: @escaping () -> Void) {
        shouldAnimate ? lasting(seconds, action) : action()
    }

    /// Runs `action` after a number of seconds. It waits for at most a minute. If a person must see something, it stays
    /// for this time even if there is no motion.
    private static func lasting(_ seconds: TimeInterval, _ action: @escaping () -> Void) {
        let time = seconds.isNaN ? 0 : min(max(seconds, 0), 60)
        Task {
            try? await Task.sleep(for: .seconds(time))
            action()
        }
    }
}

extension UIView {
    /// UIKit's options. None of them changes what a terminal draws.
    public nonisolated struct AnimationOptions: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let allowUserInteraction = AnimationOptions(rawValue: 2)
        public static let beginFromCurrentState = AnimationOptions(rawValue: 4)
        public static let curveEaseInOut: AnimationOptions = []
        public static let curveEaseIn = AnimationOptions(rawValue: 1 << 16)
        public static let curveEaseOut = AnimationOptions(rawValue: 2 << 16)
        public static let curveLinear = AnimationOptions(rawValue: 3 << 16)
    }

    /// Makes the changes at once. The completion is called after this time. If there is no motion, it is called at
    /// once.
    public static func animate(
        withDuration duration: TimeInterval, delay: TimeInterval = 0, options: AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animations()
        LMKAnimationHelper.after(delay + duration) { completion?(true) }
    }
}
