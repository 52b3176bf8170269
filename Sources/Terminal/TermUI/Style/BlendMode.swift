/// How colours are mixed with what is behind them; in a terminal they cover it.
nonisolated public enum BlendMode: Hashable, Sendable {
    /// Each of the kinds.
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    /// More kinds.
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
    /// The last kind.
    case plusLighter
}

/// How a picture's colours are kept; a terminal has one way.
nonisolated public enum ColorRenderingMode: Hashable, Sendable {
    /// Each of the ways.
    case nonLinear, linear, extendedLinear
}
