public import Foundation

/// The durations of motion. Nothing moves in a terminal, so these durations are only for programs that wait for them.
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
        /// The time that a row takes to appear or disappear.
        public static var listInsertDelete: TimeInterval { config.listInsertDelete }
        public static var cardExpand: TimeInterval { config.cardExpand }
    }

    public enum Spring {
        /// The damping of springs, from 0 to 1.
        public static var damping: CGFloat { LMKThemeManager.shared.animation.springDamping }
    }

    /// Whether views move. The value is always false, because motion in a terminal disturbs people who use a screen
    /// reader.
    public static var shouldAnimate: Bool { false }
}
