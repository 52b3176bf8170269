import SeamSwiftUI
import TermCore
import TermUI

/// A pilot for a screen that shows `view` in its corner.
@MainActor func shown(
    _ view: some View, _ columns: Int, _ rows: Int, _ environment: EnvironmentValues = EnvironmentValues()
) -> Pilot {
    Pilot(view.filling(), columns: columns, rows: rows, environment: environment)
}

@MainActor extension Pilot {
    /// The lines that the program writes for a person who cannot see the screen.
    var told: [String] { plain.lines.map(\.description) }

    /// Lets running tasks continue until `isWanted` returns true. Gives up after ten seconds if a thousand turns have
    /// also passed.
    func wait(until isWanted: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var turns = 0
        while !isWanted() {
            guard ContinuousClock.now < end || turns < 1000 else { return false }
            turns += 1
            await Task.yield()
            advance(by: .zero)
        }
        return true
    }
}
