import BenchScreen
import TermControls
import TermUI

/// A program that shows the benchmark's screen on a real terminal. Each key causes one of the compared events. The
/// programs for the other libraries use the same keys.
@main struct ScreenBench: App {
    @StateObject private var model = BenchModel(rows: 200)
    @Environment(\.exit) private var exit

    var body: some Scene {
        WindowGroup {
            BenchView(model: model).keyBindings([
                KeyBinding("t", "t", "spinner") { model.spin() },
                KeyBinding("c", "c", "clock") { model.tick() },
                KeyBinding("m", "m", "selection") { model.select() },
                KeyBinding("s", "s", "scroll") { model.scroll() },
                KeyBinding("f", "f", "recolour") { model.recolour() },
                KeyBinding("q", "q", "quit") { exit() },
            ])
        }
    }
}
