import SwiftUI

struct Theme: Equatable {
    var name = "Ocean"
    var accent = Color.blue
    var roundness: CGFloat = 8
    var isDark = false
    static let presets = [
        Theme(), Theme(name: "Forest", accent: .green, roundness: 0),
        Theme(name: "Night", accent: .purple, roundness: 16, isDark: true),
    ]
}

extension EnvironmentValues { @Entry var theme = Theme() }

@Observable
final class ThemeStore {
    var theme = Theme() { didSet { if theme != oldValue { past.append(oldValue) } } }
    private(set) var past: [Theme] = []
    func undo() {
        guard let last = past.popLast() else { return }
        theme = last
        past.removeLast()
    }
}

struct WidthKey: PreferenceKey {
    static let defaultValue: CGFloat = 0
    static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

struct ThemeSample: View {
    @Environment(\.theme) private var theme
    var body: some View {
        VStack {
            Text(theme.name).font(.title3).foregroundStyle(theme.accent)
            RoundedRectangle(cornerRadius: theme.roundness)
                .strokeBorder(theme.accent, lineWidth: 2).frame(width: 160, height: 48)
                .overlay(Text(theme.isDark ? "Dark" : "Light"))
        }
        .padding()
        .background(GeometryReader { Color.clear.preference(key: WidthKey.self, value: $0.size.width) })
        .environment(\.colorScheme, theme.isDark ? .dark : .light)
    }
}

/// An editor of themes.
public struct ThemeEditorView: View {
    @State private var store = ThemeStore()
    @State private var width: CGFloat = 0
    @State private var tab = "Colours"
    public init() {}
    public var body: some View {
        HStack(alignment: .top) {
            ThemeSample().environment(\.theme, store.theme).onPreferenceChange(WidthKey.self) { width = $0 }
            TabView(selection: $tab) {
                Form {
                    ColorPicker("Accent", selection: $store.theme.accent, supportsOpacity: false)
                    Menu("Presets", systemImage: "paintpalette") {
                        ForEach(Theme.presets, id: \.name) { preset in Button(preset.name) { store.theme = preset } }
                    }
                    Toggle("Dark", isOn: $store.theme.isDark).toggleStyle(.switch)
                }
                .tabItem { Text("Colours") }.tag("Colours")
                VStack(alignment: .leading) {
                    Text("Roundness \(Int(store.theme.roundness))")
                    Slider(value: $store.theme.roundness, in: 0...24, step: 4)
                    TextField("Theme's name", text: $store.theme.name)
                    Gauge(value: store.theme.roundness, in: 0...24) { Text("Round") }
                }
                .padding().tabItem { Text("Shape") }.tag("Shape")
            }
        }
        .safeAreaInset(edge: .bottom) {
            HStack {
                Button("Undo", action: store.undo)
                    .keyboardShortcut("z", modifiers: .command).disabled(store.past.isEmpty)
                Spacer()
                Text("\(Int(width)) points wide").font(.caption2)
            }
        }
        .tint(store.theme.accent)
    }
}

#Preview { ThemeEditorView() }
