public import Foundation
public import TermUI

extension View {
    /// Shows a question in front of the screen while `isPresented` is true. Any button closes the question. Esc acts
    /// like the question's cancel button, or only closes the question. A question without buttons gets an OK button.
    public func alert<Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View {
        question(isPresented) { Question(title: title, actions: actions(), message: message()) }
    }

    public func alert<Actions: View, Message: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View { alert(Text(titleKey), isPresented: isPresented, actions: actions, message: message) }

    @_disfavoredOverload
    public func alert<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View { alert(Text(title), isPresented: isPresented, actions: actions, message: message) }

    public func alert<Actions: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
    ) -> some View { alert(title, isPresented: isPresented, actions: actions) { EmptyView() } }

    public func alert<Actions: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
    ) -> some View { alert(Text(titleKey), isPresented: isPresented, actions: actions) { EmptyView() } }

    @_disfavoredOverload
    public func alert<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
    ) -> some View { alert(Text(title), isPresented: isPresented, actions: actions) { EmptyView() } }

    /// Shows a question about `data`. Without data, the question is not shown.
    public func alert<Data, Actions: View, Message: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View {
        question(isPresented, data) { data in
            Question(title: Text(titleKey), actions: actions(data), message: message(data))
        }
    }

    /// Shows a question about `data`. Without data, the question is not shown.
    @_disfavoredOverload
    public func alert<Data, Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions, @ViewBuilder message: (Data) -> Message
    ) -> some View {
        question(isPresented, data) { data in
            Question(title: Text(title), actions: actions(data), message: message(data))
        }
    }

    /// Shows a question about `data` with only a title.
    public func alert<Data, Actions: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
        @ViewBuilder actions: (Data) -> Actions
    ) -> some View {
        question(isPresented, data) { data in
            Question(title: Text(titleKey), actions: actions(data), message: EmptyView())
        }
    }

    public func alert<Failure: LocalizedError, Actions: View>(
        isPresented: Binding<Bool>, error: Failure?, @ViewBuilder actions: () -> Actions
    ) -> some View {
        question(isPresented, error) { error in
            Question(
                title: Text(verbatim: error.errorDescription ?? String(describing: error)), actions: actions(),
                message: EmptyView())
        }
    }

    public func alert<Failure: LocalizedError, Actions: View, Message: View>(
        isPresented: Binding<Bool>, error: Failure?, @ViewBuilder actions: (Failure) -> Actions,
        @ViewBuilder message: (Failure) -> Message
    ) -> some View {
        question(isPresented, error) { error in
            Question(
                title: Text(verbatim: error.errorDescription ?? String(describing: error)), actions: actions(error),
                message: message(error))
        }
    }

    // The following methods are the forms from before iOS 15.

    /// Shows the alert that `content` returns, while `isPresented` is true.
    public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View {
        question(isPresented) { content().question }
    }

    public func alert<Item: Identifiable>(item: Binding<Item?>, content: (Item) -> Alert) -> some View {
        question(item.isThere(), item.wrappedValue) { content($0).question }
    }

    /// Shows the action sheet that `content` returns, while `isPresented` is true.
    public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet) -> some View {
        question(isPresented) { content().question }
    }

    /// Shows an action sheet about `item`, while there is an item.
    public func actionSheet<Item: Identifiable>(item: Binding<Item?>, content: (Item) -> ActionSheet) -> some View {
        question(item.isThere(), item.wrappedValue) { content($0).question }
    }

    // MARK: - A choice

    /// Shows a choice in front of the screen while `isPresented` is true. The buttons of the choice are one below
    /// another, and the last button changes nothing.
    public func confirmationDialog<Actions: View, Message: View>(
        _ title: Text, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) -> some View {
        question(isPresented) {
            Question(
                title: titleVisibility == .hidden ? nil : title, actions: actions(), message: message(),
                isChoice: true)
        }
    }

    public func confirmationDialog<Actions: View, Message: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions,
            message: message)
    }

    @_disfavoredOverload
    public func confirmationDialog<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions, @ViewBuilder message: () -> Message
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions,
            message: message)
    }

    public func confirmationDialog<Actions: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions
    ) -> some View {
        confirmationDialog(
            Text(titleKey), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
        ) { EmptyView() }
    }

    @_disfavoredOverload
    public func confirmationDialog<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> Actions
    ) -> some View {
        confirmationDialog(
            Text(title), isPresented: isPresented, titleVisibility: titleVisibility, actions: actions
        ) { EmptyView() }
    }

    /// Shows a choice about `data`. Without data, the choice is not shown.
    public func confirmationDialog<Data, Actions: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        presenting data: Data?, @ViewBuilder actions: (Data) -> Actions
    ) -> some View {
        question(isPresented, data) { data in
            Question(
                title: titleVisibility == .hidden ? nil : Text(titleKey), actions: actions(data),
                message: EmptyView(), isChoice: true)
        }
    }

    private func question<Front: View>(_ isPresented: Binding<Bool>, _ question: () -> Front) -> some View {
        self.question(isPresented, true) { _ in question() }
    }

    private func question<Data, Front: View>(
        _ isPresented: Binding<Bool>, _ data: Data?, _ question: (Data) -> Front
    ) -> some View {
        let dismiss = { isPresented.wrappedValue = false }
        return panel(isPresented.wrappedValue ? data : nil, dismiss: dismiss) { data in
            question(data).environment(\.afterPress, AfterPress(action: dismiss))
        }
    }
}

extension Binding {
    /// Returns a binding that is true while there is a value. Setting the binding to false removes the value.
    fileprivate func isThere<Wrapped>() -> Binding<Bool> where Value == Wrapped? {
        Binding<Bool>(
            get: { MainActor.assumeIsolated { wrappedValue != nil } },
            set: { isThere in MainActor.assumeIsolated { if !isThere { wrappedValue = nil } } })
    }
}

/// The box of an alert or a choice.
private struct Question<Actions: View, Message: View>: View {
    let title: Text?
    let actions: Actions
    let message: Message
    var isChoice = false

    /// Whether one of the actions is a cancel button of the program.
    private var hasCancel: Bool {
        allMembers(of: actions).contains { _, view in
            var view = view
            while let wrapper = view as? any RowWrapper { view = wrapper.inner }
            return (view as? any RoleBearing)?.role == .cancel
        }
    }

    var body: some View {
        Box(.orange) {
            VStack(alignment: .leading) {
                title?.bold()
                message
                Text("")
                if Actions.self == EmptyView.self {
                    Button("OK") {}
                } else if isChoice {
                    actions
                    if !hasCancel { Button("Cancel", role: .cancel) {} }
                } else {
                    HStack(spacing: CellMetrics.points(2, along: .horizontal)) { actions }
                }
            }
        }
        .frame(maxWidth: CellMetrics.points(60, along: .horizontal))
    }
}

/// An alert in the form from before iOS 15.
nonisolated public struct Alert {
    nonisolated public struct Button {
        fileprivate let label: Text
        fileprivate let role: ButtonRole?
        fileprivate let action: () -> Void

        public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: nil, action: action ?? {})
        }

        public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .cancel, action: action ?? {})
        }

        public static func cancel(_ action: (() -> Void)? = {}) -> Button { cancel(Text("Cancel"), action: action) }

        public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
            Button(label: label, role: .destructive, action: action ?? {})
        }

        @MainActor fileprivate var view: some View {
            let (label, role, action) = (label, role, action)
            return TermControls.Button(role: role, action: action) { label }
        }
    }

    private let title: Text
    private let message: Text?
    private let buttons: [Button]

    public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        (self.title, self.message) = (title, message)
        buttons = [dismissButton ?? .default(Text("OK"))]
    }

    public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        (self.title, self.message) = (title, message)
        buttons = [primaryButton, secondaryButton]
    }

    @MainActor fileprivate var question: some View {
        let buttons = buttons
        return Question(
            title: title, actions: ForEach(buttons.indices, id: \.self) { buttons[$0].view }, message: message)
    }
}

/// A choice in the form from before iOS 15.
nonisolated public struct ActionSheet {
    public typealias Button = Alert.Button

    private let title: Text
    private let message: Text?
    private let buttons: [Button]

    public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
        (self.title, self.message, self.buttons) = (title, message, buttons)
    }

    @MainActor fileprivate var question: some View {
        let buttons = buttons
        return Question(
            title: title,
            actions: VStack(alignment: .leading) { ForEach(buttons.indices, id: \.self) { buttons[$0].view } },
            message: message)
    }
}
