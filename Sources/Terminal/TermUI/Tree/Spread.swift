/// A view that represents several views. A modifier after the view is applied to each of them, as SwiftUI documents for
/// ``Group``.
package protocol SeveralViews: View {
    /// Whether the view represents several views. A group of a single view represents only this view.
    var isSeveral: Bool { get }

    /// The represented views, each with a key that distinguishes it from the others.
    var members: [(key: ViewNode.Key, view: any View)] { get }
}

extension SeveralViews {
    package var isSeveral: Bool { true }
}

/// A view that represents its content.
package protocol Grouping: SeveralViews {
    associatedtype Inner
    var content: Inner { get }
}

extension Grouping {
    package var isSeveral: Bool { (content as? any SeveralViews)?.isSeveral == true }
    package var members: [(key: ViewNode.Key, view: any View)] { (content as? any SeveralViews)?.members ?? [] }
}

extension TupleView: SeveralViews {
    package var members: [(key: ViewNode.Key, view: any View)] {
        parts.enumerated().map { (.place($0.offset), $0.element) }
    }
}

extension ConditionalContent: SeveralViews {
    package var members: [(key: ViewNode.Key, view: any View)] {
        switch branch {
        case .first(let view): [(.identified(true), view)]
        case .second(let view): [(.identified(false), view)]
        }
    }
}

extension Optional: SeveralViews where Wrapped: View {
    package var members: [(key: ViewNode.Key, view: any View)] { map { [(.place(0), $0)] } ?? [] }
}

extension Group: Grouping {}

extension AnyView: Grouping {}

extension ViewModifierContent: Grouping {}

extension ForEach: SeveralViews {
    package var members: [(key: ViewNode.Key, view: any View)] { data.map { (.identified(id($0)), content($0)) } }
}

/// A view with a modifier that the rows inside get one by one.
package protocol RowWrapper {
    var inner: any View { get }
    func wrapped(_ view: any View) -> any View
}
