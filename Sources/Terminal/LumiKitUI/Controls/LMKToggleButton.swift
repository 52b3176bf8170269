import LinuxSupport
public import SeamCombine
public import SeamSwiftUI

/// The words of toggles, for people who do not see the screen.
public nonisolated struct LMKToggleButtonStrings: Hashable, Sendable {
    /// Said of one that is on.
    public var onAccessibilityValue: String
    /// Said of one that is off.
    public var offAccessibilityValue: String

    /// The given words, and LumiKit's own for the others.
    public init(onAccessibilityValue: String = "On", offAccessibilityValue: String = "Off") {
        (self.onAccessibilityValue, self.offAccessibilityValue) = (onAccessibilityValue, offAccessibilityValue)
    }
}

/// The words that toggles say from now on. A program sets them before it shows anything.
public nonisolated var lmkToggleButtonStrings: LMKToggleButtonStrings {
    get { words.withLock { $0 } }
    set { words.withLock { $0 = newValue } }
}

private nonisolated let words = Locked(LMKToggleButtonStrings())

/// A button that is on or off, with words and a symbol for each. A sign in front says which: `[x]` or `[ ]`.
open class LMKToggleButton: LMKButton {
    /// The two states.
    public nonisolated enum ToggleState: Hashable, Sendable {
        case on
        case off
    }

    /// Told after each change by a press.
    public var stateChangedHandler: ((ToggleState) -> Void)?
    /// Whether a press changes the state by itself.
    public var flipStatusOnTap = true
    /// Whether it is on.
    @Published public var status = ToggleState.off { didSet { updateStyle() } }
    /// The words while it is on.
    @Published public var titleForStatusOn: String? { didSet { updateStyle() } }
    /// The words while it is off.
    @Published public var titleForStatusOff: String? { didSet { updateStyle() } }
    /// The symbol while it is on.
    @Published public var imageForStatusOn: UIImage? { didSet { updateStyle() } }
    /// The symbol while it is off.
    @Published public var imageForStatusOff: UIImage? { didSet { updateStyle() } }

    /// A button that is off.
    public init(
        titleForStatusOn: String? = nil, titleForStatusOff: String? = nil, imageForStatusOn: UIImage? = nil,
        imageForStatusOff: UIImage? = nil
    ) {
        super.init()
        (self.titleForStatusOn, self.titleForStatusOff) = (titleForStatusOn, titleForStatusOff)
        (self.imageForStatusOn, self.imageForStatusOff) = (imageForStatusOn, imageForStatusOff)
        updateStyle()
    }

    /// Takes over the words and the symbol of the state.
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
                        Text(" ").accessibilityHidden(true)
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
