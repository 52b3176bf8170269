import Foundation
import TermCore
public import TermUI

/// A control for choosing one of several values. Each view inside represents a value. It is the value of the view's
/// ``View/tag(_:includeOptional:)`` or, in a ``ForEach``, the identity of its element. A view without a value is a
/// heading. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    private let selections: [Binding<SelectionValue>]
    private let label: Label
    private let currentValue: AnyView?
    private let content: Content

    @State private var isOpen = false
    @Environment(\.pickerLook) private var look
    @Environment(\.isInMenu) private var isInMenu
    @Environment(\.glyphs) private var glyphs
    @Environment(\.footerWords) private var words
    @Environment(\.labelsAreHidden) private var isHidden
    @Environment(\.radioGroupsAreHorizontal) private var isHorizontal

    fileprivate init(
        _ selections: [Binding<SelectionValue>], _ label: Label, _ content: Content, currentValue: AnyView? = nil
    ) {
        (self.selections, self.label, self.content, self.currentValue) = (selections, label, content, currentValue)
    }

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { self.init([selection], label(), content()) }

    public init<Current: View>(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> Current
    ) { self.init([selection], label(), content(), currentValue: AnyView(currentValueLabel())) }

    /// Creates a picker whose choice applies to several bindings.
    public init<C: RandomAccessCollection>(
        sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>, @ViewBuilder content: () -> Content,
        @ViewBuilder label: () -> Label
    ) { self.init(sources.map { $0[keyPath: selection] }, label(), content()) }

    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.init([selection], label, content())
    }

    public var body: some View {
        let options = PickerOption<SelectionValue>.all(of: content)
        let chosen = chosen(options)
        switch look.kind {
        case .segments: segments(options, chosen)
        case .rows: rows(options, chosen, withTitle: true)
        case .automatic where isInMenu: rows(options, chosen, withTitle: Label.self != EmptyView.self)
        case .automatic, .menu: value(options, chosen)
        }
    }

    /// Returns the index of the chosen option. Returns nil if the bindings have different values, or if no option
    /// matches.
    private func chosen(_ options: [PickerOption<SelectionValue>]) -> Int? {
        guard let value = selections.first?.wrappedValue, selections.allSatisfy({ $0.wrappedValue == value }) else {
            return nil
        }
        return options.firstIndex { $0.value == value }
    }

    private func choose(_ option: PickerOption<SelectionValue>) {
        guard let value = option.value else { return }
        for selection in selections { selection.wrappedValue = value }
    }

    private func step(_ steps: Int, _ options: [PickerOption<SelectionValue>], _ chosen: Int?) {
        let places = options.indices.filter { options[$0].value != nil }
        guard let last = places.indices.last else { return }
        let now = chosen.flatMap { places.firstIndex(of: $0) }
        let next = now.map { min(max($0 + steps, 0), last) } ?? (steps > 0 ? 0 : last)
        if next != now { choose(options[places[next]]) }
    }

    private func write(_ text: String, _ options: [PickerOption<SelectionValue>]) -> Bool {
        guard let option = options.first(where: { $0.value != nil && $0.words.lowercased() == text.lowercased() })
        else { return false }
        choose(option)
        return true
    }

    // MARK: - One line

    private func value(_ options: [PickerOption<SelectionValue>], _ chosen: Int?) -> some View {
        let marks = glyphs == .unicode ? ("‹", "›") : ("<", ">")
        return Control(
            action: { isOpen = true }, adjust: { step($0, options, chosen) }, set: { write($0, options) }
        ) { _ in
            LabelRow(label: label) {
                HStack {
                    Text(verbatim: marks.0).foregroundColor(.secondary).accessibilityHidden(true)
                    if let currentValue {
                        currentValue.modified(SpokenValue())
                    } else if let chosen {
                        options[chosen].view.modified(SpokenValue())
                    } else {
                        Text(verbatim: "-").modified(SpokenValue())
                    }
                    Text(verbatim: marks.1).foregroundColor(.secondary).accessibilityHidden(true)
                }
                // If there is too little room, the title is cut before the value is cut.
                .layoutPriority(1)
            }
            .lineLimit(1)
        }
        .menuPanel($isOpen) {
            rows(options, chosen, withTitle: false)
        }
    }

    private func segments(_ options: [PickerOption<SelectionValue>], _ chosen: Int?) -> some View {
        Control(
            adjust: { step($0, options, chosen) }, set: { write($0, options) }
        ) { _ in
            LabelRow(label: label) {
                HStack(spacing: 0) {
                    ForEach(Array(options.indices), id: \.self) { place in
                        if place > 0 { Text(verbatim: "|").accessibilityHidden(true) }
                        segment(options[place], isChosen: place == chosen)
                    }
                }
                .layoutPriority(1)
            }
            .lineLimit(1)
        }
    }

    private func segment(_ option: PickerOption<SelectionValue>, isChosen: Bool) -> some View {
        HStack(spacing: 0) {
            Text(verbatim: isChosen ? "[" : " ").accessibilityHidden(true)
            option.view.accessibilityHidden(!isChosen).modified(SpokenValue())
            Text(verbatim: isChosen ? "]" : " ").accessibilityHidden(true)
        }
        .bold(isChosen)
        .modified(Clickable { choose(option) })
    }

    // MARK: - A line for each

    private func rows(
        _ options: [PickerOption<SelectionValue>], _ chosen: Int?, withTitle: Bool
    ) -> some View {
        let mark = glyphs == .unicode ? "(•)" : "(*)"
        let all = ForEach(Array(options.indices), id: \.self) { place in
            let option = options[place]
            if option.value == nil {
                option.view
            } else {
                Control(value: place == chosen ? words.chosen : "", endsLayer: true, action: { choose(option) }) { _ in
                    HStack {
                        Text(verbatim: place == chosen ? mark : "( )").accessibilityHidden(true)
                        option.view
                    }
                }
                .modified(FirstFocus(isWanted: place == chosen && isOpen))
            }
        }
        return VStack(alignment: .leading) {
            if withTitle {
                if isHidden { label.modified(Unseen()) } else { label }
            }
            if isHorizontal { HStack { all } } else { all }
        }
    }
}

extension Picker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init([selection], Text(titleKey), content()) }

    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init([selection], Text(title), content()) }

    /// Creates a picker with a title. The choice applies to several bindings.
    public init<C: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, sources: C, selection: KeyPath<C.Element, Binding<SelectionValue>>,
        @ViewBuilder content: () -> Content
    ) { self.init(sources.map { $0[keyPath: selection] }, Text(titleKey), content()) }
}

extension Picker where Label == TermControls.Label<Text, Image> {
    /// Creates a picker with a picture and a title.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { self.init([selection], TermControls.Label(titleKey, systemImage: systemImage), content()) }

    /// Creates a picker with a picture and a title.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) { self.init([selection], TermControls.Label(title, systemImage: systemImage), content()) }
}
