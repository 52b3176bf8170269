public import Foundation
public import SeamCombine
public import SeamSwiftUI

/// A field of several lines as an object. If there is a limit, the number of characters is shown below the field.
open class LMKTextView: UIView {
    /// The words shown while the field is empty.
    @Published public var placeholder: String?
    /// The text of the field. All characters beyond ``maxCharacterCount`` are cut.
    @Published public var text: String? = "" {
        didSet {
            guard let text, LMKTextField.cut(text, maxCharacterCount) != text else { return }
            self.text = LMKTextField.cut(text, maxCharacterCount)
        }
    }
    /// The largest number of characters. If the value is nil or less than 1, there is no limit.
    @Published public var maxCharacterCount: Int?
    @Published public var minimumHeight: CGFloat = 100
    public var textChangedHandler: ((String?) -> Void)?

    override open func makeContent() -> AnyView {
        let rows = max(2, Int((LMKDesign.length(minimumHeight) / 16).rounded()))
        return AnyView(
            VStack(alignment: .trailing, spacing: 0) {
                TextField(
                    placeholder ?? "",
                    text: Binding(
                        get: { MainActor.assumeIsolated { self.text ?? "" } },
                        set: { text in MainActor.assumeIsolated { self.write(text) } }),
                    axis: .vertical
                )
                .lineLimit(min(rows, 20)...max(rows, 20))
                .padding(
                    LMKDesign.boxed(
                        UIEdgeInsets(
                            top: LMKSpacing.textViewPaddingVertical, left: LMKSpacing.textViewPaddingHorizontal,
                            bottom: LMKSpacing.textViewPaddingVertical, right: LMKSpacing.textViewPaddingHorizontal))
                )
                .frame(maxWidth: .infinity, alignment: .leading)
                .lmk_framed(LMKColor.divider, radius: LMKCornerRadius.small)
                if let maxCharacterCount, maxCharacterCount > 0 {
                    Text("\(text?.count ?? 0) / \(maxCharacterCount)").font(LMKTypography.small)
                        .foregroundColor(
                            (text?.count ?? 0) < maxCharacterCount ? LMKColor.textTertiary : LMKColor.warning)
                }
            })
    }

    private func write(_ text: String) {
        self.text = text
        textChangedHandler?(self.text)
    }
}
