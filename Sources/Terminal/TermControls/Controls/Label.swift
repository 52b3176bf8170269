public import TermUI

/// A title with a picture before it.
public struct Label<Title: View, Icon: View>: View {
    let title: Title
    private let icon: Icon

    @Environment(\.styles) private var styles

    /// Any views as title and picture.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }

    /// What the style makes of both.
    public var body: some View {
        let style = styles[.label]?.base as? any LabelStyle ?? DefaultLabelStyle()
        // The picture says nothing that the title does not say.
        style.styled(LabelStyleConfiguration(title: AnyView(title), icon: AnyView(icon.accessibilityHidden(true))))
    }
}

extension Label: TitledView {}

extension Label where Title == Text, Icon == Image {
    /// A title and a picture of SF Symbols.
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    /// A title and a picture of SF Symbols.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    /// A title and a picture of the program.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(decorative: name)
        }
    }

    /// A title and a picture of the program.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, image name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(decorative: name)
        }
    }
}

extension Label where Title == AnyView, Icon == AnyView {
    /// The label that a style was asked for.
    public init(_ configuration: LabelStyleConfiguration) {
        self.init {
            configuration.title
        } icon: {
            configuration.icon
        }
    }
}

/// How labels look.
@MainActor @preconcurrency public protocol LabelStyle {
    /// The type of the label's view.
    associatedtype Body: View
    /// What the style knows of a label.
    typealias Configuration = LabelStyleConfiguration

    /// The view of a label.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// What a style knows of a label.
public struct LabelStyleConfiguration {
    /// The type of the title.
    public typealias Title = AnyView
    /// The type of the picture.
    public typealias Icon = AnyView

    /// The title.
    public let title: Title
    /// The picture.
    public let icon: Icon
}

extension LabelStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .label, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// The picture, a blank and the title.
public struct DefaultLabelStyle: LabelStyle {
    /// The one of its kind.
    public init() {}

    /// Both, one after the other.
    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.icon
            configuration.title
        }
    }
}

/// The same.
public typealias TitleAndIconLabelStyle = DefaultLabelStyle

/// Only the title.
public struct TitleOnlyLabelStyle: LabelStyle {
    /// The one of its kind.
    public init() {}

    /// The title.
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

/// Only the picture; the title is told to those who do not see the screen.
public struct IconOnlyLabelStyle: LabelStyle {
    /// The one of its kind.
    public init() {}

    /// The picture.
    public func makeBody(configuration: Configuration) -> some View {
        ZStack {
            configuration.title.modified(Unseen())
            configuration.icon
        }
    }
}

extension LabelStyle where Self == DefaultLabelStyle {
    /// The picture and the title.
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
    /// The picture and the title.
    public static var titleAndIcon: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    /// Only the title.
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    /// Only the picture.
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension View {
    /// How labels in the view look.
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { self.style(.label, style) }
}
