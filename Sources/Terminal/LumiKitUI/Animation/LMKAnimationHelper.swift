public import Foundation

/// How long motion takes. Nothing moves in a terminal: these are for programs that wait that long.
public enum LMKAnimationHelper {
    public enum Duration {
        private static var config: LMKAnimationTheme { LMKThemeManager.shared.animation }

        public static var screenTransition: TimeInterval { config.screenTransition }
        public static var modalPresentation: TimeInterval { config.modalPresentation }
        /// How long an action sheet takes to appear.
        public static var actionSheet: TimeInterval { config.actionSheet }
        public static var alert: TimeInterval { config.alert }
        public static var uiShort: TimeInterval { config.uiShort }
        public static var buttonPress: TimeInterval { config.buttonPress }
        /// How long a success is shown.
        public static var successFeedback: TimeInterval { config.successFeedback }
        /// How long an error is shown.
        public static var errorShake: TimeInterval { config.errorShake }
        public static var photoLoad: TimeInterval { config.photoLoad }
        public static var listUpdate: TimeInterval { config.listUpdate }
        /// How long a row takes to appear or disappear.
        public static var listInsertDelete: TimeInterval { config.listInsertDelete }
        public static var cardExpand: TimeInterval { config.cardExpand }
    }

    public enum Spring {
        /// How much springs are damped, from 0 to 1.
        public static var damping: CGFloat { LMKThemeManager.shared.animation.springDamping }
    }

    /// Whether things move: never, because motion in a terminal disturbs people who listen to it.
    public static var shouldAnimate: Bool { false }
}
