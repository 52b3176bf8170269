/// A view that stands for several: a modifier after it is applied to each of them, as SwiftUI documents it for
/// ``Group``.
package protocol SeveralViews: View {
    /// Whether it stands for several: a group of one view stands for that view.
    var isSeveral: Bool { get }

    /// The views, each with the key that distinguishes it.
    var members: [(key: ViewNode.Key, view: any View)] { get }
}

extension SeveralViews {
    package var isSeveral: Bool { true }
}

/// A view that stands for its content.
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

/// A view with a modifier, which rows within get one by one.
package protocol RowWrapper {
    var inner: any View { get }
    func wrapped(_ view: any View) -> any View
}
