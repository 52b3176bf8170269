/// A maker of locks that this machine can speak with, could, or cannot.
public struct SeamProvider: Hashable, Sendable {
    /// Whether the provider can be used here.
    public enum State: String, Hashable, Sendable {
        case installed
        /// It exists for Linux, and is not installed.
        case missing
        /// Its vendor publishes nothing for Linux.
        case closed
    }

    /// Seam's name of it: `nuki`.
    public let name: String
    /// The module that stands for it on a phone, such as `SeamSaltoIntegration`; there are no such modules here.
    public let seamModule: String
    /// Whether it can be used here.
    public let state: State
    /// What to do where it is not installed, for people.
    public let remedy: String
}
