public import Foundation

/// The durations of motion, in seconds. ``LMKAnimationHelper`` says which motion a terminal has.
public nonisolated struct LMKAnimationTheme: Sendable, Hashable {
    public var screenTransition: TimeInterval
    public var modalPresentation: TimeInterval
    /// The time that an action sheet takes to appear.
    public var actionSheet: TimeInterval
    public var alert: TimeInterval
    public var uiShort: TimeInterval
    public var buttonPress: TimeInterval
    /// The time for which a success is shown.
    public var successFeedback: TimeInterval
    /// The time for which an error is shown.
    public var errorShake: TimeInterval
    public var photoLoad: TimeInterval
    public var listUpdate: TimeInterval
    /// The time in which a row appears or disappears.
    public var listInsertDelete: TimeInterval
    public var cardExpand: TimeInterval
    /// The damping of a spring, from 0 to 1.
    public var springDamping: CGFloat

    public init(
        screenTransition: TimeInterval = 0.35,
        modalPresentation: TimeInterval = 0.3,
        actionSheet: TimeInterval = 0.25,
        alert: TimeInterval = 0.2,
        uiShort: TimeInterval = 0.15,
        buttonPress: TimeInterval = 0.1,
        successFeedback: TimeInterval = 0.5,
        errorShake: TimeInterval = 0.4,
        photoLoad: TimeInterval = 0.15,
        listUpdate: TimeInterval = 0.3,
        listInsertDelete: TimeInterval = 0.3,
        cardExpand: TimeInterval = 0.3,
        springDamping: CGFloat = 0.8
    ) {
        self.screenTransition = screenTransition.isFinite ? max(0, screenTransition) : 0
        self.modalPresentation = modalPresentation.isFinite ? max(0, modalPresentation) : 0
        self.actionSheet = actionSheet.isFinite ? max(0, actionSheet) : 0
        self.alert = alert.isFinite ? max(0, alert) : 0
        self.uiShort = uiShort.isFinite ? max(0, uiShort) : 0
        self.buttonPress = buttonPress.isFinite ? max(0, buttonPress) : 0
        self.successFeedback = successFeedback.isFinite ? max(0, successFeedback) : 0
        self.errorShake = errorShake.isFinite ? max(0, errorShake) : 0
        self.photoLoad = photoLoad.isFinite ? max(0, photoLoad) : 0
        self.listUpdate = listUpdate.isFinite ? max(0, listUpdate) : 0
        self.listInsertDelete = listInsertDelete.isFinite ? max(0, listInsertDelete) : 0
        self.cardExpand = cardExpand.isFinite ? max(0, cardExpand) : 0
        self.springDamping = LMKDesign.share(springDamping)
    }
}

extension LMKAnimationTheme {
    /// The theme that has LumiKit's own times wherever a terminal draws them.
    nonisolated var still: LMKAnimationTheme {
        let own = LMKAnimationTheme()
        var theme = self
        (theme.alert, theme.buttonPress, theme.photoLoad) = (own.alert, own.buttonPress, own.photoLoad)
        (theme.successFeedback, theme.errorShake) = (own.successFeedback, own.errorShake)
        theme.listInsertDelete = own.listInsertDelete
        return theme
    }

    /// The reason why a terminal ignores the other times.
    nonisolated static let reason = "only fades, presses, marks and changes of lists take time"
}
