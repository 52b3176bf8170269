/// A maker of locks. This machine can use the maker's locks, could use them with an additional package, or cannot use
/// them.
public struct SeamProvider: Hashable, Sendable {
    /// Whether the provider can be used on this machine.
    public enum State: String, Hashable, Sendable {
        case installed
        /// A provider for Linux exists, but is not installed.
        case missing
        /// The vendor publishes no software for Linux.
        case closed
    }

    /// Seam's name for the provider, such as `nuki`.
    public let name: String
    /// The module with the same role on a phone, such as `SeamSaltoIntegration`. On Linux, the module does not exist.
    public let seamModule: String
    /// Whether the provider can be used on this machine.
    public let state: State
    /// The remedy if the provider is not installed, for people.
    public let remedy: String
}
