public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermCore

public nonisolated enum LMKTextFieldState: Hashable, Sendable {
    case normal
    case error(String)
    case success
}

/// A field in a box, with a symbol before the field and words below it.
public struct LMKField: View {
    private let placeholder: String
    private let icon: UIImage?
    private let state: LMKTextFieldState
    private let helper: String?
    private let isSecure: Bool
    @Binding private var text: String

    @Environment(\.lmkDesign) private var design
    @Environment(\.glyphs) private var glyphs

    /// Creates a single-line field. The `helper` is shown below the field if the field's state has no words of its own.
    public init(
        _ placeholder: String, text: Binding<String>, icon: UIImage? = nil, state: LMKTextFieldState = .normal,
        helper: String? = nil, isSecure: Bool = false
    ) {
        (self.placeholder, self.icon, self.state, self.helper) = (placeholder, icon, state, helper)
        self.isSecure = isSecure
        _text = text
    }

    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(spacing: 0) {
                if let icon {
                    icon.image.foregroundColor(design.colors.textTertiary).accessibilityHidden(true)
                    LMKBlank(design.spacing.iconToText)
                }
                if isSecure { SecureField(placeholder, text: $text) } else { TextField(placeholder, text: $text) }
            }
            .padding(LMKDesign.boxed(design.spacing.medium))
            .frame(maxWidth: .infinity, alignment: .leading)
            .lmk_framed(line, radius: design.cornerRadius.small)
            if let words {
                Text(verbatim: words.text).font(design.typography.small).foregroundColor(words.color)
                    .lmk_lines(.small, design.typography)
                    .padding(.leading, 8).padding(.top, design.spacing.xs)
            }
        }
    }

    private var line: UIColor {
        switch state {
        case .normal: design.colors.divider
        case .error: design.colors.error
        case .success: design.colors.success
        }
    }

    /// The words below the field. They begin with a sign, because many people cannot rely on colours alone.
    private var words: (text: String, color: UIColor)? {
        let well = glyphs.sign(ascii: "ok", console: "√", unicode: "✓")
        return switch state {
        case .error(let reason): ("! \(reason)", design.colors.error)
        case .success: ("\(well)\(helper.map { " \($0)" } ?? "")", design.colors.success)
        case .normal: helper.map { ($0, design.colors.textTertiary) }
        }
    }
}

/// UIKit's field, which is one line without a frame.
public final class UITextField: UIView {
    @Published public var text: String? = ""
    @Published public var font: UIFont? = LMKTypography.body
    @Published public var textColor: UIColor? = LMKColor.textPrimary
    /// The words shown while the field is empty.
    @Published public var placeholder: String?
    /// Whether the field's letters are hidden.
    @Published public var isSecureTextEntry = false
    @Published public var textAlignment: NSTextAlignment = .natural

    /// The ``placeholder`` as an attributed text. The attributes are not drawn.
    public var attributedPlaceholder: NSAttributedString? {
        get { placeholder.map { NSAttributedString(string: $0) } }
        set { placeholder = newValue?.string }
    }

    override public func makeContent() -> AnyView {
        let text = Binding<String>(
            get: { MainActor.assumeIsolated { self.text ?? "" } },
            set: { text in MainActor.assumeIsolated { self.text = text } })
        let words = placeholder ?? ""
        let field =
            isSecureTextEntry ? AnyView(SecureField(words, text: text)) : AnyView(TextField(words, text: text))
        return AnyView(
            field.font(font ?? LMKTypography.body).foregroundColor(textColor)
                .multilineTextAlignment(textAlignment.drawn))
    }
}

/// A field as an object. It has one line, a symbol and a state, and there are words below the line.
open class LMKTextField: UIView {
    public let textField = UITextField()
    /// The words shown while the field is empty.
    public var placeholder: String? {
        get { textField.placeholder }
        set { textField.placeholder = newValue }
    }
    public var text: String? {
        get { textField.text }
        set { textField.text = newValue.map { Self.cut($0, maxCharacterCount) } }
    }
    @Published public var leadingIcon: UIImage?
    /// The words below the field that are shown while its state has no words.
    @Published public var helperText: String?
    @Published public var validationState = LMKTextFieldState.normal
    /// The largest number of characters. If the value is nil or less than 1, there is no limit.
    @Published public var maxCharacterCount: Int?
    public var textChangedHandler: ((String?) -> Void)?
    /// A closure called when the line is complete.
    public var returnHandler: (() -> Void)?
    private var within: AnyCancellable?

    override public init(frame: CGRect = .zero) {
        super.init(frame: frame)
        // If a program changes the inner field, the change is also drawn.
        within = textField.objectWillChange.sink { [weak self] in self?.setNeedsDisplay() }
    }

    override open func makeContent() -> AnyView {
        AnyView(
            LMKField(
                textField.placeholder ?? "",
                text: Binding(
                    get: { MainActor.assumeIsolated { self.text ?? "" } },
                    set: { text in MainActor.assumeIsolated { self.write(text) } }),
                icon: leadingIcon, state: validationState, helper: helperText, isSecure: textField.isSecureTextEntry
            )
            .onSubmit { [weak self] in self?.returnHandler?() })
    }

    private func write(_ text: String) {
        self.text = text
        textChangedHandler?(self.text)
    }

    nonisolated static func cut(_ text: String, _ limit: Int?) -> String {
        guard let limit, limit > 0, text.count > limit else { return text }
        return String(text.prefix(limit))
    }
}
