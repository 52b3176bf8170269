import TermUI

/// A view of a picker, and the value that the view represents.
struct PickerOption<Value: Hashable> {
    let view: AnyView
    let value: Value?
    /// The view's words. Only words that the view's description contains are included.
    let words: String

    /// Returns the options in a picker's content.
    static func all(of content: any View) -> [PickerOption] {
        flattened(content).map { key, view in
            var value: Value? = trait(Tag.self, of: view).flatMap { $0.selection() }
            if value == nil, case .identified(let id) = key { value = id.base as? Value }
            return PickerOption(view: AnyView(view), value: value, words: DescribedWords.of(view))
        }
    }

    private static func flattened(_ view: any View) -> [(key: ViewNode.Key, view: any View)] {
        allMembers(of: view).flatMap { key, view in
            // A picker treats a section as several views, like a list.
            guard !(view is any SeveralViews), let group = view as? any RowGroup else { return [(key, view)] }
            return group.parts.flatMap { flattened($0) }
        }
    }
}

/// Finds the words in a view's description, without evaluating the view.
enum DescribedWords {
    static func of(_ view: any View) -> String {
        switch view {
        case let text as Text: text.plain
        case let wrapper as any RowWrapper: of(wrapper.inner)
        case let titled as any TitledView: of(titled.title)
        case let group as any Grouping: (group.content as? any View).map { of($0) } ?? ""
        case let several as any SeveralViews:
            several.members.map { of($0.view) }.filter { !$0.isEmpty }.joined(separator: ", ")
        default: ""
        }
    }
}

/// A view identified by a title.
protocol TitledView: View {
    associatedtype Title: View
    var title: Title { get }
}

/// A view whose parts are rows of their own.
protocol RowGroup {
    var parts: [any View] { get }
}
