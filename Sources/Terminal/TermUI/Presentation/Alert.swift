extension View {
    /// A question in front of the screen while `isPresented`: any of its buttons, or Esc, closes it. Without buttons
    /// it has one that says OK.
    public func alert<Actions: View, Message: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions,
        @ViewBuilder message: () -> Message
    ) -> some View {
        let box = AlertBox(title: String(title), actions: actions(), message: message()) {
            isPresented.wrappedValue = false
        }
        return panel(isPresented.wrappedValue ? box : nil, dismiss: { isPresented.wrappedValue = false }) { $0 }
    }

    /// The same with only a title.
    public func alert<Actions: View>(
        _ title: some StringProtocol, isPresented: Binding<Bool>, @ViewBuilder actions: () -> Actions
    ) -> some View {
        alert(title, isPresented: isPresented, actions: actions) { EmptyView() }
    }
}

private struct AlertBox<Actions: View, Message: View>: View {
    let title: String
    let actions: Actions
    let message: Message
    let dismiss: () -> Void

    var body: some View {
        Box(.orange) {
            VStack(alignment: .leading) {
                Text(title).bold()
                message
                Text("")
                HStack(spacing: CellMetrics.points(2, along: .horizontal)) {
                    if Actions.self == EmptyView.self { Button("OK") {} } else { actions }
                }
            }
        }
        .environment(\.afterPress, AfterPress(action: dismiss))
        .frame(maxWidth: CellMetrics.points(60, along: .horizontal))
    }
}
