/// The way in which colours are mixed with the content behind them. In a terminal, colours cover that content.
nonisolated public enum BlendMode: Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
    case plusLighter
}

/// The way in which a picture's colours are stored. A terminal has only one way.
nonisolated public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear, linear, extendedLinear
}
