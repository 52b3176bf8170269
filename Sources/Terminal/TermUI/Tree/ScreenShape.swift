import Observation

/// Whether the screen is narrow. Views that have read it are evaluated again when it changes.
@Observable nonisolated final class ScreenShape {
    private(set) var isNarrow = false

    /// The number of columns below which a screen is narrow.
    private static let fewestColumns = 80

    func take(_ size: CellSize) {
        let isNarrow = size.width < Self.fewestColumns
        if isNarrow != self.isNarrow { self.isNarrow = isNarrow }
    }

    /// Returns an environment with the shape of the screen.
    func marked(_ environment: EnvironmentValues) -> EnvironmentValues {
        var environment = environment
        environment.screenShape = self
        return environment
    }
}

nonisolated extension EnvironmentValues {
    @Entry var screenShape: ScreenShape? = nil
}
