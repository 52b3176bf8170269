public import SeamSwiftUI

/// A page that shows each control of SwiftUI once.
public struct ControlsPage: View {
    private enum Fruit: String, CaseIterable, Identifiable {
        case apple, pear, plum

        var id: Self { self }
    }

    @State private var fruit = Fruit.pear
    @State private var size: Int? = 2
    @State private var way = "train"
    @State private var isOn = true
    @State private var isLoud = false
    @State private var volume = 0.4
    @State private var count = 3
    @State private var amount = 12.5
    @State private var name = "Ada"
    @State private var secret = ""
    @State private var note = "Several lines of text,\nwhich scroll."
    @State private var date = Date(timeIntervalSinceReferenceDate: 817_000_000)
    @State private var color = Color.green
    @State private var told = "nothing yet"

    /// The page with its own values.
    public init() {}

    /// The controls in two columns, and the last action.
    public var body: some View {
        VStack(alignment: .leading) {
            Label("Controls", systemImage: "slider.horizontal.3").font(.headline)
            HStack(alignment: .top, spacing: 24) {
                VStack(alignment: .leading) {
                    buttons
                    choices
                }
                .frame(width: 300, alignment: .leading)
                VStack(alignment: .leading) {
                    texts
                    ranges
                }
                .frame(width: 308, alignment: .leading)
            }
            LabeledContent("Done last", value: told)
        }
    }

    private var buttons: some View {
        Group {
            Text("Buttons").bold()
            HStack {
                Button("Plain") { told = "plain" }.buttonStyle(.plain)
                Button("Usual") { told = "usual" }
                Button("Main") { told = "main" }.buttonStyle(.borderedProminent)
            }
            Button("Delete", systemImage: "trash", role: .destructive) { told = "delete" }
            Button("Own style") { told = "own" }.buttonStyle(ArrowStyle())
            Menu("Menu") {
                Button("Copy", systemImage: "doc.on.doc") { told = "copy" }
                Divider()
                Toggle("Loud", isOn: $isLoud)
            }
            ControlGroup("Group") {
                Button("One") { told = "one" }
                Button("Two") { told = "two" }
            }
            if let url = URL(string: "https://example.org") {
                HStack {
                    Link("A link", destination: url)
                    ShareLink(item: url)
                }
            }
        }
    }

    private var choices: some View {
        Group {
            Text("Choices").bold()
            Toggle("Box", isOn: $isOn)
            Toggle("Switch", isOn: $isOn).toggleStyle(.switch)
            Toggle("Button", systemImage: "star", isOn: $isOn).toggleStyle(.button)
            Picker("Fruit", selection: $fruit) {
                ForEach(Fruit.allCases) { Text($0.rawValue.capitalized) }
            }
            Picker("Size", selection: $size) {
                Text("S").tag(1)
                Text("M").tag(2)
                Text("None").tag(Int?.none)
            }
            .pickerStyle(.segmented)
            Picker("Way", selection: $way) {
                Text("By train").tag("train")
                Text("By bicycle").tag("bicycle")
            }
            .pickerStyle(.inline)
            DatePicker("Date", selection: $date)
            ColorPicker("Colour", selection: $color)
        }
    }

    private var texts: some View {
        Group {
            Text("Texts").bold()
            TextField("Name", text: $name).onSubmit { told = name }
            TextField("Boxed", text: $name).textFieldStyle(.roundedBorder)
            TextField("Amount", value: $amount, format: .number)
            SecureField("Secret", text: $secret)
            TextField("Grows", text: $note, axis: .vertical).lineLimit(2...3)
            TextEditor(text: $note).frame(height: 48)
        }
    }

    private var ranges: some View {
        Group {
            Text("Ranges").bold()
            Slider(value: $volume) {
                Text("Volume")
            } minimumValueLabel: {
                Image(systemName: "speaker")
            } maximumValueLabel: {
                Image(systemName: "speaker.wave.3")
            }
            Stepper("Count: \(count)", value: $count, in: 0...9)
            ProgressView("Progress", value: volume)
            ProgressView {
                Text("Under way")
            } currentValueLabel: {
                Text("\(count) of 9")
            }
            Gauge(value: volume) {
                Text("Gauge")
            } currentValueLabel: {
                Text("\(Int(volume * 100))%")
            }
            Toggle("Disabled", isOn: $isOn).disabled(true)
            HStack {
                Image(systemName: "heart").symbolVariant(.fill).foregroundColor(.red)
                Image("star").resizable().frame(width: 16, height: 16)
                Image(systemName: "lock.slash").imageScale(.large)
            }
        }
    }
}

/// An arrow before the label, which grows while the mouse is down.
private struct ArrowStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            Text(configuration.isPressed ? "->" : ">").foregroundColor(.accentColor)
            configuration.label
        }
    }
}
