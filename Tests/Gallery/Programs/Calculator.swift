import SwiftUI

struct Calculation {
    private(set) var display = "0"
    private var stored: Double?
    private var pending: String?
    private var startsAnew = true
    mutating func press(_ key: String) {
        switch key {
        case "0"..."9" where key.count == 1:
            display = startsAnew || display == "0" ? key : display + key
            startsAnew = false
        case ".":
            display = startsAnew ? "0." : display.contains(".") ? display : display + "."
            startsAnew = false
        case "C": self = Calculation()
        case "±": show(-(Double(display) ?? 0))
        default:
            if !startsAnew || key == "=" { evaluate() }
            (pending, stored, startsAnew) = (key == "=" ? nil : key, Double(display), true)
        }
    }

    private mutating func evaluate() {
        guard let pending, let stored, let value = Double(display) else { return }
        switch pending {
        case "+": show(stored + value)
        case "−": show(stored - value)
        case "×": show(stored * value)
        default: show(stored / value)
        }
    }

    private mutating func show(_ value: Double) { display = value.isFinite ? String(format: "%g", value) : "Error" }
}

struct CalculatorButtonStyle: ButtonStyle {
    let isOperator: Bool
    func makeBody(configuration: Configuration) -> some View {
        configuration.label
            .font(.title2).frame(maxWidth: .infinity, minHeight: 16).foregroundColor(.white)
            .background(RoundedRectangle(cornerRadius: 8).fill(isOperator ? Color.orange : Color(white: 0.25)))
            .brightness(configuration.isPressed ? 0.2 : 0)
    }
}

/// A calculator.
public struct CalculatorView: View {
    @State private var calculation = Calculation()
    @State private var history: [String] = []
    @ScaledMetric(relativeTo: .title) private var spacing = 8.0
    private let keys = [
        ["C", "±", "÷"], ["7", "8", "9", "×"], ["4", "5", "6", "−"], ["1", "2", "3", "+"], ["0", ".", "="],
    ]
    public init() {}
    public var body: some View {
        VStack(spacing: spacing) {
            Text(verbatim: calculation.display)
                .font(.system(.largeTitle, design: .monospaced)).lineLimit(1).minimumScaleFactor(0.5)
                .frame(maxWidth: .infinity, alignment: .trailing).padding(.horizontal)
                .background(LinearGradient(colors: [.black, .gray], startPoint: .leading, endPoint: .trailing))
                .accessibilityLabel("Result \(calculation.display)")
            Grid(horizontalSpacing: spacing, verticalSpacing: 0) {
                ForEach(keys, id: \.self) { row in
                    GridRow {
                        ForEach(row, id: \.self) { key in
                            Button(key) { press(key) }
                                .buttonStyle(CalculatorButtonStyle(isOperator: "÷×−+=".contains(key)))
                                .keyboardShortcut(shortcut(key), modifiers: [])
                                .gridCellColumns(row.count == 3 && key == row.first ? 2 : 1)
                        }
                    }
                }
            }
            ForEach(history.suffix(3), id: \.self) { Text($0).font(.footnote).foregroundStyle(.tertiary) }
        }
        .frame(width: 240).sensoryFeedback(.selection, trigger: calculation.display)
    }

    private func press(_ key: String) {
        calculation.press(key)
        if key == "=" { history.append("= \(calculation.display)") }
    }

    private func shortcut(_ key: String) -> KeyEquivalent {
        let typed: [String: KeyEquivalent] = ["×": "*", "÷": "/", "−": "-", "C": "c", "±": "n", "=": "="]
        return typed[key] ?? KeyEquivalent(Character(key))
    }
}

#Preview { CalculatorView() }
