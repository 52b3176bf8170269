public import SeamSwiftUI

/// A value that can be chosen in a sheet, the value's words, and the name of its symbol.
public nonisolated protocol LMKEnumSelectable {
    /// The words for the value.
    var displayName: String { get }
    /// The name of the value's symbol.
    var iconName: String { get }
}

/// A bottom sheet in which a person chooses one case of an enumeration. The current case is marked.
public final class LMKEnumSelectionBottomSheet<T: Equatable & LMKEnumSelectable>: LMKBottomSheetController {
    private let titleText: String
    private let options: [T]
    private let currentSelection: T
    private let showIcons: Bool
    private let onSelect: (T) -> Void

    /// Creates a sheet with a title. The closure `onSelect` runs after the sheet is closed.
    public init(
        title: String, options: [T], currentSelection: T, showIcons: Bool = false, onSelect: @escaping (T) -> Void
    ) {
        (titleText, self.options, self.currentSelection) = (title, options, currentSelection)
        (self.showIcons, self.onSelect) = (showIcons, onSelect)
        super.init()
    }

    public static func present(
        in viewController: UIViewController, title: String, options: [T], currentSelection: T,
        showIcons: Bool = false, onSelect: @escaping (T) -> Void
    ) {
        addAsChild(
            LMKEnumSelectionBottomSheet(
                title: title, options: options, currentSelection: currentSelection, showIcons: showIcons,
                onSelect: onSelect),
            in: viewController)
    }

    override public func makeSheetContent() -> AnyView {
        let rows = options.map {
            LMKRows.Row(
                title: $0.displayName, icon: showIcons ? UIImage(systemName: $0.iconName) : nil,
                isChosen: $0 == currentSelection)
        }
        return AnyView(
            VStack(alignment: .leading, spacing: 0) {
                Text(verbatim: titleText).font(LMKTypography.h3)
                LMKRows(rows: rows) { [weak self] in self?.choose($0) }
            })
    }

    private func choose(_ place: Int) {
        let option = options[place]
        dismissSheet()
        onSelect(option)
    }
}
