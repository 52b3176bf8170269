import Foundation
import TermControls
import TermUI

extension RandomTree {
    /// A view that a person can operate.
    func control(_ kind: Int) -> (any View)? {
        let (name, words, a, b) = (title, text, length, Double(length))
        return switch kind {
        case 0: styledButton(Button(name) {})
        case 1: Button(name, systemImage: symbol, role: one(of: [.destructive, .cancel, nil])) {}
        case 2: Held(flag) { Toggle(name, isOn: $0) }
        case 3: Held(flag) { Toggle(name, isOn: $0).toggleStyle(.switch) }
        case 4: Held(flag) { Toggle(name, isOn: $0).toggleStyle(.button) }
        case 5: picker(name, words)
        case 6: Held(words) { TextField(name, text: $0, prompt: Text(words)) }
        case 7: Held(words) { TextField(name, text: $0, axis: .vertical).textFieldStyle(.roundedBorder) }
        case 8: Held(words) { SecureField(name, text: $0) }
        case 9: Held(words) { TextEditor(text: $0) }
        case 10: slider(name, words, b)
        case 11: Held(one(of: [Int.min, 0, 3, .max])) { Stepper(name, value: $0, in: -3...9) }
        case 12: Stepper(name, onIncrement: {}, onDecrement: nil)
        case 13: Held(Date(timeIntervalSinceReferenceDate: b)) { DatePicker(name, selection: $0) }
        case 14: Held(color) { ColorPicker(name, selection: $0) }
        case 15: Link(name, destination: URL(fileURLWithPath: "/tmp"))
        case 16: ShareLink(name, item: words)
        case 17: menu(name, words)
        case 18: ControlGroup { Button(name) {} }
        case 19: EditButton()
        case 20: NavigationLink(name) { [leaf = leaf()] in leaf }
        case 21: Held(b) { TextField(name, value: $0, format: .number) }
        case 22: Text(words).onTapGesture {}
        case 23: Button(name) {}.keyboardShortcut(one(of: [.return, .escape, "k"]))
        case 24:
            Held(0) { number in
                VStack {
                    Button(name) { number.wrappedValue += 1 }
                    if number.wrappedValue % 2 == 1 { Text(words).frame(width: a) }
                }
            }
        case 25: Button(action: {}) { Text(name).padding(a) }.buttonStyle(Loud())
        default: nil
        }
    }

    private func styledButton(_ button: some View) -> any View {
        one(of: [
            AnyView(button), AnyView(button.buttonStyle(.bordered)), AnyView(button.buttonStyle(.borderedProminent)),
            AnyView(button.buttonStyle(.plain)), AnyView(button.buttonStyle(.borderless)),
            AnyView(button.buttonStyle(.link)),
        ])
    }

    /// A program's own button style.
    private struct Loud: ButtonStyle {
        func makeBody(configuration: Configuration) -> some View {
            configuration.label.border(.red).opacity(configuration.isPressed ? 0.5 : 1)
        }
    }

    private func picker(_ name: String, _ words: String) -> some View {
        // If a picker shows its rows, the picker's name is not the name of an action. It is a line above the rows.
        let (number, style) = (count, below(namesActions ? 2 : 6))
        return Held(one(of: [nil, 0, 2, 99])) { chosen in
            let picker = Picker(name, selection: chosen) {
                Text(words).tag(Int?.none)
                ForEach(0..<number, id: \.self) { Text("\(words) \($0)").tag($0) }
            }
            return switch style {
            case 0: picker
            case 1: picker.pickerStyle(.segmented)
            case 2: picker.pickerStyle(.inline)
            case 3: picker.pickerStyle(.radioGroup)
            case 4: picker.pickerStyle(.wheel)
            default: picker.pickerStyle(.navigationLink)
            }
        }
    }

    private func slider(_ name: String, _ words: String, _ value: Double) -> some View {
        let range = one(of: [0...1, 0...0, -1e300...1e300, -Double.infinity...Double.infinity])
        return Held(value) { value in
            Slider(value: value, in: range) {
                Text(name)
            } minimumValueLabel: {
                Text(words)
            } maximumValueLabel: {
                Text(words)
            }
        }
    }

    private func menu(_ name: String, _ words: String) -> some View {
        Menu(name) {
            Button(words) {}
            Toggle(words, isOn: .constant(true))
            Divider()
            Menu(words) { Picker(words, selection: .constant(1)) { Text(words).tag(1) } }
        }
    }
}
