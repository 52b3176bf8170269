import SeamSwiftUI
import TermUI
import Testing

extension EnvironmentValues {
    @Entry fileprivate var shade: String = "light"
    @Entry var depth = 2
    /// The macro must ignore declarations in a comment: `var none: Bool = false`.
    @Entry package internal(set) var breadth = 3
}

/// Tests the macros of SwiftUI, which our own plugin expands.
@MainActor @Suite struct MacroTests {
    private struct Reader: View {
        @Environment(\.shade) private var shade
        @Environment(\.depth) private var depth
        @Environment(\.breadth) private var breadth

        var body: some View { Text("\(shade) \(depth) \(breadth)") }
    }

    @Test("macro: an entry is a value of the environment") func anEntryIsAValueOfTheEnvironment() {
        #expect(Pilot(Reader()).shows("light 2 3"))
        #expect(Pilot(Reader().environment(\.shade, "dark").environment(\.depth, 3)).shows("dark 3 3"))
    }
}

#Preview("a name") {
    @Previewable @State var isOn = true
    VStack {
        Text("nothing of it is compiled")
        if isOn { Text("on") }
    }
}
