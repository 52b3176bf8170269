import SwiftUI

enum WizardStep: Int, Hashable, CaseIterable {
    case plan, address, review
    var next: WizardStep? { WizardStep(rawValue: rawValue + 1) }
    var progress: Double { Double(rawValue + 1) / Double(WizardStep.allCases.count) }
}

@Observable
final class Order {
    enum Plan: String, CaseIterable, Identifiable {
        case basic = "Basic", plus = "Plus"
        var id: Self { self }
        var price: Decimal { self == .basic ? 5 : 9 }
    }

    var path: [WizardStep] = []
    var plan = Plan.basic
    var street = ""
    var acceptsTerms = false
    var isPlaced = false
}

struct StepFrame: ViewModifier {
    let title: String
    let step: WizardStep
    var canContinue = true
    @Environment(Order.self) private var order
    func body(content: Content) -> some View {
        VStack(spacing: 12) {
            ProgressView(value: step.progress) { Text("Step \(step.rawValue + 1) of \(WizardStep.allCases.count)") }
            content
            Spacer()
            HStack {
                Button("Back") { order.path.removeLast() }
                Spacer()
                Button(step.next == nil ? "Order" : "Next") {
                    if let next = step.next { order.path.append(next) } else { order.isPlaced = true }
                }
                .buttonStyle(.borderedProminent).disabled(!canContinue)
            }
        }
        .padding().navigationTitle(title)
    }
}

struct WizardPage: View {
    let step: WizardStep
    @Bindable var order: Order
    var body: some View {
        switch step {
        case .plan:
            Picker("Plan", selection: $order.plan) {
                ForEach(Order.Plan.allCases) { Text("\($0.rawValue), \($0.price.formatted()) a month") }
            }
            .pickerStyle(.inline).modifier(StepFrame(title: "Plan", step: step))
        case .address:
            TextField("Street", text: $order.street, axis: .vertical)
                .lineLimit(2...4)
                .modifier(StepFrame(title: "Address", step: step, canContinue: !order.street.isEmpty))
        case .review:
            GroupBox("Your order") {
                LabeledContent("Plan", value: order.plan.rawValue)
                LabeledContent("Street", value: order.street)
                Toggle("I accept the terms", isOn: $order.acceptsTerms)
            }
            .modifier(StepFrame(title: "Review", step: step, canContinue: order.acceptsTerms))
        }
    }
}

/// An order in three steps.
public struct WizardView: View {
    @State private var order = Order()
    public init() {}
    public var body: some View {
        NavigationStack(path: $order.path) {
            VStack(spacing: 16) {
                Text("Welcome").font(.largeTitle)
                NavigationLink("Begin", value: WizardStep.plan)
            }
            .navigationDestination(for: WizardStep.self) { WizardPage(step: $0, order: order) }
        }
        .environment(order)
        .alert("Thank you", isPresented: $order.isPlaced) {
            Button("Done") { order.path = [] }
        } message: {
            Text("\(order.plan.rawValue) comes to \(order.street).")
        }
    }
}

#Preview { WizardView() }
