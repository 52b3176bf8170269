public import Foundation
public import TermUI

/// A value, or any view, with a label. The label is at the left edge, and the dimmed value is at the right edge.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct LabeledContent<Label: View, Content: View>: View {
    private let label: Label
    private let content: Content

    @Environment(\.styles) private var styles

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        (self.label, self.content) = (label(), content())
    }

    public var body: some View {
        let style = styles[.labeledContent]?.base as? any LabeledContentStyle ?? AutomaticLabeledContentStyle()
        style.styled(LabeledContentStyleConfiguration(label: AnyView(label), content: AnyView(content)))
    }
}

extension LabeledContent where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension LabeledContent where Label == Text, Content == Text {
    public init(_ titleKey: LocalizedStringKey, value: some StringProtocol) {
        self.init {
            Text(value)
        } label: {
            Text(titleKey)
        }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, value: some StringProtocol) {
        self.init {
            Text(value)
        } label: {
            Text(title)
        }
    }

    public init<F: FormatStyle>(_ titleKey: LocalizedStringKey, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init {
            Text(value, format: format)
        } label: {
            Text(titleKey)
        }
    }

    @_disfavoredOverload
    public init<F: FormatStyle>(_ title: some StringProtocol, value: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init {
            Text(value, format: format)
        } label: {
            Text(title)
        }
    }
}

extension LabeledContent where Label == AnyView, Content == AnyView {
    public init(_ configuration: LabeledContentStyleConfiguration) {
        self.init {
            configuration.content
        } label: {
            configuration.label
        }
    }
}

@MainActor @preconcurrency public protocol LabeledContentStyle {
    associatedtype Body: View
    /// The parts that a style receives.
    typealias Configuration = LabeledContentStyleConfiguration

    /// Returns the view of label and content.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct LabeledContentStyleConfiguration {
    public typealias Label = AnyView
    public typealias Content = AnyView

    public let label: Label
    public let content: Content
}

extension LabeledContentStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .labeledContent, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// The style that draws the label at the left edge and the content at the right edge.
public struct AutomaticLabeledContentStyle: LabeledContentStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        LabelRow(label: configuration.label, isSpread: true) {
            configuration.content.foregroundColor(.secondary)
        }
    }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
    /// The style that draws the label at the left edge and the content at the right edge.
    public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}

extension View {
    public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
        self.style(.labeledContent, style)
    }
}
