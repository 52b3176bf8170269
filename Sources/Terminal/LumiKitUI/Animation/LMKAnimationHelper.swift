public import Foundation

/// How long motion takes. A terminal moves nothing: these are for programs that wait for as long.
public enum LMKAnimationHelper {
    public enum Duration {
        private static var config: LMKAnimationTheme { LMKThemeManager.shared.animation }

        public static var screenTransition: TimeInterval { config.screenTransition }
        public static var modalPresentation: TimeInterval { config.modalPresentation }
        /// Until an action sheet is there.
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
        /// Of a row that comes or goes.
        public static var listInsertDelete: TimeInterval { config.listInsertDelete }
        public static var cardExpand: TimeInterval { config.cardExpand }
    }

    public enum Spring {
        /// How much they are damped, from 0 to 1.
        public static var damping: CGFloat { LMKThemeManager.shared.animation.springDamping }
    }

    /// Whether things move: never, as motion in a terminal disturbs who listens to it.
    public static var shouldAnimate: Bool { false }
}
