public import TermUI

/// A group of rows between a bold header and a dim footer. In a list, the header and the footer are rows that cannot be
/// chosen. Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct Section<Parent: View, Content: View, Footer: View>: View {
    private let header: Parent
    private let content: Content
    private let footer: Footer
    private let isExpanded: Binding<Bool>?

    private init(_ header: Parent, _ content: Content, _ footer: Footer, isExpanded: Binding<Bool>? = nil) {
        (self.header, self.content, self.footer, self.isExpanded) = (header, content, footer, isExpanded)
    }

    /// The header, the rows and the footer.
    public var body: some View {
        VStack(alignment: .leading) {
            title
            if isExpanded?.wrappedValue != false {
                content
                note
            }
        }
    }

    @ViewBuilder private var title: some View {
        if let isExpanded { DisclosureRow(isExpanded: isExpanded, label: header.bold()) } else { header.bold() }
    }

    private var note: some View { footer.foregroundColor(.secondary) }
}

extension Section {
    /// Creates a section with a header and a footer.
    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) { self.init(header(), content(), footer()) }

    public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header, content(), footer)
    }
}

extension Section where Parent == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(EmptyView(), content(), footer())
    }

    public init(footer: Footer, @ViewBuilder content: () -> Content) { self.init(EmptyView(), content(), footer) }
}

extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header(), content(), EmptyView())
    }

    public init(header: Parent, @ViewBuilder content: () -> Content) { self.init(header, content(), EmptyView()) }

    /// Creates a section whose rows are shown while `isExpanded` is true. Enter or a click on the header shows or hides
    /// the rows.
    public init(isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header(), content(), EmptyView(), isExpanded: isExpanded)
    }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) { self.init(EmptyView(), content(), EmptyView()) }
}

extension Section where Parent == Text, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), content(), EmptyView())
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
        self.init(Text(title), content(), EmptyView())
    }

    /// Creates a section with a title, whose rows are shown while `isExpanded` is true.
    public init(_ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), content(), EmptyView(), isExpanded: isExpanded)
    }

    /// Creates a section with a title, whose rows are shown while `isExpanded` is true.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isExpanded: Binding<Bool>, @ViewBuilder content: () -> Content) {
        self.init(Text(title), content(), EmptyView(), isExpanded: isExpanded)
    }
}

/// A view with rows of its own.
protocol SectionView {}

extension Section: RowGroup, SectionView {
    var parts: [any View] {
        var parts: [any View] = [SectionPart(kind: .gap, content: EmptyView())]
        if !(header is EmptyView) || isExpanded != nil { parts.append(SectionPart(kind: .header, content: title)) }
        if isExpanded?.wrappedValue != false {
            parts.append(content)
            if !(footer is EmptyView) { parts.append(SectionPart(kind: .footer, content: note)) }
        }
        return parts
    }
}

/// The gaps, headers and footers between the rows of sections.
struct SectionPart: PrimitiveView {
    enum Kind {
        case gap, header, footer
    }

    let kind: Kind
    let content: any View

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) { node.setChild(content) }
}
