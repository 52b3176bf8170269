nonisolated extension Color {
    /// The parts of a colour as a terminal shows it, each from 0 to 1. What a terminal does not tell is taken from the
    /// usual palette, and its own colours from a dark or a light one.
    public struct Resolved: PaintStyle, Hashable {
        /// How much red.
        public var red: Float
        /// How much green.
        public var green: Float
        /// How much blue.
        public var blue: Float
        /// How much of it is seen.
        public var opacity: Float

        /// Any parts.
        public init(
            colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1
        ) {
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }

        func paint(in environment: EnvironmentValues) -> Paint { .solid(Color(self)) }
    }

    /// The colour with these parts.
    public init(_ resolved: Resolved) {
        self.init(
            red: Double(resolved.red), green: Double(resolved.green), blue: Double(resolved.blue),
            opacity: Double(resolved.opacity))
    }

    /// The parts of the colour.
    public func resolve(in environment: EnvironmentValues) -> Resolved {
        let ink = ink(in: environment)
        let parts = ink.parts(environment.knownColorScheme ?? .dark) ?? (0, 0, 0)
        return Resolved(
            red: Float(parts.red) / 255, green: Float(parts.green) / 255, blue: Float(parts.blue) / 255,
            opacity: Float(ink.alpha))
    }
}
