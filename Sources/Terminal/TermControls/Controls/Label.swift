public import TermUI

/// A title with a picture before it.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Label<Title: View, Icon: View>: View {
    let title: Title
    private let icon: Icon

    @Environment(\.styles) private var styles

    /// Creates a label from any views as title and picture.
    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        (self.title, self.icon) = (title(), icon())
    }

    public var body: some View {
        let style = styles[.label]?.base as? any LabelStyle ?? DefaultLabelStyle()
        // The picture adds nothing to the title.
        style.styled(LabelStyleConfiguration(title: AnyView(title), icon: AnyView(icon.accessibilityHidden(true))))
    }
}

extension Label: TitledView {}

extension Label where Title == Text, Icon == Image {
    /// Creates a label from a title and a picture of SF Symbols.
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label from a title and a picture of SF Symbols.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label from a title and a picture of the program's own.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(decorative: name)
        }
    }

    /// Creates a label from a title and a picture of the program's own.
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
    public init(_ configuration: LabelStyleConfiguration) {
        self.init {
            configuration.title
        } icon: {
            configuration.icon
        }
    }
}

@MainActor @preconcurrency public protocol LabelStyle {
    /// The type of the label's view.
    associatedtype Body: View
    /// The parts of a label that a style receives.
    typealias Configuration = LabelStyleConfiguration

    /// Returns the view of a label.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct LabelStyleConfiguration {
    public typealias Title = AnyView
    public typealias Icon = AnyView

    public let title: Title
    public let icon: Icon
}

extension LabelStyle {
    fileprivate func styled(_ configuration: Configuration) -> AnyView {
        AnyView(StyleBody(kind: .label, style: self) { $0.makeBody(configuration: configuration) })
    }
}

/// The style that draws the picture, a blank and the title.
public struct DefaultLabelStyle: LabelStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        HStack {
            configuration.icon
            configuration.title
        }
    }
}

public typealias TitleAndIconLabelStyle = DefaultLabelStyle

public struct TitleOnlyLabelStyle: LabelStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

/// The style that draws only the picture. People who do not see the screen get the title.
public struct IconOnlyLabelStyle: LabelStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        ZStack {
            configuration.title.modified(Unseen())
            configuration.icon
        }
    }
}

extension LabelStyle where Self == DefaultLabelStyle {
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
    public static var titleAndIcon: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension View {
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { self.style(.label, style) }
}
