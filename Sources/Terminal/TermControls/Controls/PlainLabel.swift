import TermUI

/// A view that is only words or pictures.
@MainActor protocol WordsView {
    /// The views that it consists of.
    var wordParts: [any View] { get }
}

extension Text: @MainActor WordsView {
    var wordParts: [any View] { [] }
}

extension Image: WordsView {
    var wordParts: [any View] { [] }
}

extension Label: WordsView {
    var wordParts: [any View] { [] }
}

extension HStack: WordsView {
    var wordParts: [any View] { [content] }
}

/// Whether a label is only words and pictures in a row. A label with a background, a border, a margin or a layout of
/// its own is drawn by the program.
@MainActor func isWords(_ label: any View) -> Bool {
    if let view = label as? any WordsView { return view.wordParts.allSatisfy { isWords($0) } }
    if let changed = label as? any TransparentlyChanged { return changed.isTransparent && isWords(changed.inner) }
    guard let several = label as? any SeveralViews else { return false }
    if let group = several as? any Grouping, let inner = group.content as? any View { return isWords(inner) }
    return several.members.allSatisfy { isWords($0.view) }
}
