/// How colours mix with what is behind them; in a terminal they cover it.
nonisolated public enum BlendMode: Hashable, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut, plusDarker
    case plusLighter
}

/// How a picture's colours are stored; a terminal has only one way.
nonisolated public enum ColorRenderingMode: Hashable, Sendable {
    case nonLinear, linear, extendedLinear
}
