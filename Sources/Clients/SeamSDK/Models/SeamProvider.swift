/// A maker of locks. This machine can talk to its locks, could if something were installed, or cannot.
public struct SeamProvider: Hashable, Sendable {
    /// Whether the provider can be used here.
    public enum State: String, Hashable, Sendable {
        case installed
        /// There is a provider for Linux, but it is not installed.
        case missing
        /// Its vendor publishes nothing for Linux.
        case closed
    }

    /// Seam's name for it, such as `nuki`.
    public let name: String
    /// The module with this role on a phone, such as `SeamSaltoIntegration`; there are no such modules here.
    public let seamModule: String
    /// Whether it can be used here.
    public let state: State
    /// The remedy if it is not installed, for people.
    public let remedy: String
}
