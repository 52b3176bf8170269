import LinuxSupport
public import SeamCombine
public import SeamSwiftUI

/// The words of toggles, for people who do not see the screen.
public nonisolated struct LMKToggleButtonStrings: Hashable, Sendable {
    /// The word that is spoken when the toggle is on.
    public var onAccessibilityValue: String
    /// The word that is spoken when the toggle is off.
    public var offAccessibilityValue: String

    public init(onAccessibilityValue: String = "On", offAccessibilityValue: String = "Off") {
        (self.onAccessibilityValue, self.offAccessibilityValue) = (onAccessibilityValue, offAccessibilityValue)
    }
}

/// The words of toggles. A program must set the words before it shows its screen.
public nonisolated var lmkToggleButtonStrings: LMKToggleButtonStrings {
    get { words.withLock { $0 } }
    set { words.withLock { $0 = newValue } }
}

private nonisolated let words = Locked(LMKToggleButtonStrings())

/// A button that is on or off, with words and a symbol for each state. A sign before the words shows the state, as
/// `[x]` or `[ ]`.
open class LMKToggleButton: LMKButton {
    public nonisolated enum ToggleState: Hashable, Sendable {
        case on
        case off
    }

    public var stateChangedHandler: ((ToggleState) -> Void)?
    public var flipStatusOnTap = true
    @Published public var status = ToggleState.off { didSet { updateStyle() } }
    @Published public var titleForStatusOn: String? { didSet { updateStyle() } }
    @Published public var titleForStatusOff: String? { didSet { updateStyle() } }
    @Published public var imageForStatusOn: UIImage? { didSet { updateStyle() } }
    @Published public var imageForStatusOff: UIImage? { didSet { updateStyle() } }

    public init(
        titleForStatusOn: String? = nil, titleForStatusOff: String? = nil, imageForStatusOn: UIImage? = nil,
        imageForStatusOff: UIImage? = nil
    ) {
        super.init()
        (self.titleForStatusOn, self.titleForStatusOff) = (titleForStatusOn, titleForStatusOff)
        (self.imageForStatusOn, self.imageForStatusOff) = (imageForStatusOn, imageForStatusOff)
        updateStyle()
    }

    open func updateStyle() {
        (title, image) = status == .on ? (titleForStatusOn, imageForStatusOn) : (titleForStatusOff, imageForStatusOff)
        let strings = lmkToggleButtonStrings
        accessibilityValue = status == .on ? strings.onAccessibilityValue : strings.offAccessibilityValue
    }

    override open func didTap() {
        if flipStatusOnTap { status = status == .on ? .off : .on }
        stateChangedHandler?(status)
        super.didTap()
    }

    override open func makeContent() -> AnyView {
        AnyView(
            Button { [weak self] in
                self?.didTap()
            } label: {
                HStack(spacing: 0) {
                    Text(status == .on ? "[x]" : "[ ]").accessibilityHidden(true)
                    if isLoading {
                        Text(" ").accessibilityHidden(true)
                        ProgressView()
                    } else if let image {
                        LMKBlank(LMKSpacing.iconSpacing)
                        image.image.accessibilityHidden(title != nil)
                    }
                    if let title { Text(verbatim: " \(title)").accessibilityLabel(title) }
                }
                .lineLimit(1)
            }
            .buttonStyle(.plain)
            .disabled(isLoading))
    }
}
