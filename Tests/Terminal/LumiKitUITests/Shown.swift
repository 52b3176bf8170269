import SeamSwiftUI
import TermUI

/// A pilot for a screen that shows `view` in its corner.
@MainActor func shown(
    _ view: some View, _ columns: Int, _ rows: Int, _ environment: EnvironmentValues = EnvironmentValues()
) -> Pilot {
    Pilot(view.filling(), columns: columns, rows: rows, environment: environment)
}
