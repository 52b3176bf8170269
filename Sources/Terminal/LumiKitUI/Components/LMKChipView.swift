public import SeamCombine
public import SeamSwiftUI
import TermCore

public nonisolated enum LMKChipStyle: Hashable, Sendable {
    case filled
    /// The words are in the chip's colour, in parentheses.
    case outlined
}

/// A small word that names a category. A chip with an action selects the category.
public struct LMKChip: View {
    private let text: String
    private let icon: UIImage?
    private let style: LMKChipStyle
    private let color: UIColor?
    private let action: (() -> Void)?
    /// Whether the chip is the chosen one among its neighbours. An outlined chip is then filled.
    var isSelected = false

    @Environment(\.lmkDesign) private var design
    @Environment(\.self) private var environment

    /// Creates a chip. Its colour is `color`, or the design's primary colour. Without an action, the chip only shows
    /// its word.
    public init(
        _ text: String, icon: UIImage? = nil, style: LMKChipStyle = .filled, color: UIColor? = nil,
        action: (() -> Void)? = nil
    ) {
        (self.text, self.icon, self.style, self.color, self.action) = (text, icon, style, color, action)
    }

    public var body: some View {
        if let action {
            Button(action: action) { label }.buttonStyle(.plain)
                .accessibilityAddTraits(isSelected ? .isSelected : [])
        } else {
            label
        }
    }

    private var label: some View {
        let fill = color ?? design.colors.primary
        let isFilled = (style == .filled || isSelected) && environment.colorDepth > .mono
        let (before, after) = isFilled ? (" ", " ") : isSelected ? ("[", "]") : ("(", ")")
        let ink = isFilled ? LMKContrast.textColor(on: fill, design.colors, environment) : fill
        return HStack(spacing: 0) {
            Text(before).accessibilityHidden(true)
            if let icon {
                icon.image.accessibilityHidden(true)
                LMKBlank(design.spacing.iconSpacing)
            }
            Text(verbatim: text)
            Text(after).accessibilityHidden(true)
        }
        .lineLimit(1)
        .font(design.typography.captionMedium)
        .foregroundColor(ink)
        .background(isFilled ? fill : .clear)
    }
}

public final class LMKChipView: UIView {
    /// The action of the chip, or nil if the chip only shows its word.
    @Published public var tapHandler: (() -> Void)? {
        didSet { accessibilityTraits = tapHandler == nil ? .staticText : .button }
    }
    @Published public var chipColor: UIColor = LMKColor.primary
    /// Whether the chip is the chosen one among its neighbours.
    @Published public var isChipSelected = false
    @Published private var text: String
    @Published private var icon: UIImage?
    private let style: LMKChipStyle

    /// Creates a chip in the design's primary colour.
    public init(text: String, icon: UIImage? = nil, style: LMKChipStyle = .filled) {
        (self.text, self.icon, self.style) = (text, icon, style)
        super.init()
        isAccessibilityElement = true
        accessibilityTraits = .staticText
        accessibilityLabel = text
    }

    /// The colour behind the word. For a filled chip, it is ``chipColor``.
    override public var backgroundColor: UIColor? {
        get { style == .filled ? chipColor : super.backgroundColor }
        set { if style == .filled { chipColor = newValue ?? .clear } else { super.backgroundColor = newValue } }
    }

    override var fill: UIColor? { style == .filled ? nil : backgroundColor }

    public func configure(text: String, icon: UIImage? = nil) {
        (self.text, self.icon, accessibilityLabel) = (text, icon, text)
    }

    override public func makeContent() -> AnyView {
        AnyView(chip)
    }

    var chip: LMKChip {
        var chip = LMKChip(text, icon: icon, style: style, color: chipColor, action: tapHandler)
        chip.isSelected = isChipSelected
        return chip
    }
}
